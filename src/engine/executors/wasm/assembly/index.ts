/** The module's exports: plain functions over addresses, without globals, data or an allocator. */
export { gemm, gemmPacked, gemmScratchBytes, packB } from './gemm';
export { attention, attentionBackward, attentionDecode, attentionScratchBytes, fillCache } from './attention';
export {
  add,
  fillRows,
  gatherRows,
  relu,
  reluBackward,
  rmsnorm,
  rmsnormBackward,
  rope,
  scatterRows,
  sumRows,
  swiglu,
  swigluBackward,
} from './layers';
export { tokenStats, tokenStatsBackward } from './statistics';
