/** The module's exports: plain functions over addresses, without globals, data or an allocator. */
export { gatherPanels, gemm, gemmAdapted, gemmPacked, gemmPanels, gemmScratchBytes, packB } from './gemm';
export { gatherPacked, gemmPackedFew, unpackColumns, unpackRows } from './packed';
export { attention, attentionBackward, attentionScratchBytes } from './attention';
export { attentionCached, cachedScratchBytes, pageLayerBytes, roundHalf } from './cache';
export { adamw, gradientNorm } from './optimizer';
export { sample } from './sample';
export {
  add,
  gatherRows,
  geglu,
  gegluBackward,
  relu,
  reluBackward,
  rmsnorm,
  rmsnormBackward,
  rope,
  scale,
  scatterRows,
  softcap,
  softcapBackward,
  sumRows,
  swiglu,
  swigluBackward,
} from './layers';
export { tokenStats, tokenStatsBackward } from './statistics';
