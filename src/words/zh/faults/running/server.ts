/** Chinese words of what goes wrong with a server of the Tinker protocol. */
import type { serverFaults } from '../../../en/faults/running/server.ts';
import type { Translated } from '../../../forms/translated.ts';
import { freedZh } from './remote.ts';

function seconds(count: number): string {
  const whole = Math.round(count);
  return whole >= 120 ? `${Math.round(whole / 60)} 分钟` : `${whole} 秒`;
}

export const serverFaultsZh: Translated<typeof serverFaults> = {
  E_SERVER_ADDRESS: ({ given }) => ({
    message: `「${given}」不是服务器的地址。`,
    hint: '地址以 http:// 或 https:// 开头，例如 http://127.0.0.1:8000。',
  }),
  E_SERVER_OFFLINE: (of) => ({
    message: of.waited < 1 ? `无法连接 ${of.subject}。` : `无法连接 ${of.subject}，它已有 ${seconds(of.waited)}没有作答。`,
    hint: '请检查服务器是否在运行，以及这台计算机能否连到它。',
  }),
  E_SERVER_BUSY: (of) => ({
    message: `${of.subject} 连续 ${seconds(of.waited)}都以错误 ${of.status} 作答。`,
    hint: of.status === 429 ? '它要做的事太多。请减少同时发送的请求，或者稍后再试。' : '那里出了什么问题，记在服务器自己的日志里。',
  }),
  E_SERVER_DEADLINE: (of) => ({
    message: `${of.subject} 过了 ${seconds(of.waited)}还没有完成 ${of.call}。`,
    hint: '它可能在重新启动之后忘记了这个请求：有一种服务器这时会一直说「try again」。请从最近的检查点继续。',
  }),
  E_SERVER_UNSURE: (of) => ({
    message: `${of.call} 进行期间与 ${of.subject} 的连接断开了，而如果重新发送，这台服务器会再做一次。`,
    hint: '不知道它是否已经做完。请从最近的检查点继续。',
  }),
  E_SERVER_FORGOT: (of) => ({
    message: `${of.subject} 已经不知道 ${of.call} 所指的是什么：${of.said}`,
    hint: '它重新启动过，或者卸载了适配器。请从最近的检查点继续。',
  }),
  E_SERVER_REFUSED: (of) => ({
    message: `${of.subject} 拒绝了 ${of.call}（${of.status}）：${of.said}`,
    hint: `npm run check-server 会说明这台服务器能做什么（docs/cluster.md#checking-a-real-server）。${of.call === 'create_model' ? `如果它已经没有位置：${freedZh}` : ''}`,
  }),
  E_SERVER_TOKEN: (of) => ({
    message: of.given ? `${of.subject} 不接受这个访问凭证（token）。` : `${of.subject} 要求访问凭证（token）。`,
    hint: of.inPage
      ? `请用 npm start -- --forward ${of.subject} --token-file FILE 启动页面，其中的文件只含这个凭证。它只留在那个进程里。`
      : '请用 --token-file 指定一个只含这个凭证的文件。它只发送到这个地址，不写到任何地方。',
  }),
  E_SERVER_ANSWER: (of) => ({
    message: `在 ${of.subject} 作答的并不使用 Tinker 协议：${of.call} 没有给出 ${of.missing}。`,
    hint: '请检查地址：/api/v1 应当就在这个地址之下。',
  }),
  E_SERVER_REDUCTION: (of) => ({
    message: `不知道 ${of.subject} 对一个批次加到梯度上的量是求和还是求平均。`,
    hint: '每个学习率都会因此有不同的含义。npm run check-server 会说明探测到什么（docs/cluster.md#checking-a-real-server）。',
  }),
  E_SERVER_VERSION: (of) => ({
    message: `${of.subject} 只保留最新的权重，即版本 ${of.newest}；要求的却是版本 ${of.version}。`,
    hint: '如果指定更早的版本，就会从别的权重采样，或者覆盖正在训练的权重。',
  }),
};
