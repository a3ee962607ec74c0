/** What is said of a run's settings and bases when it begins. */
import { inForce, unreadSettings } from '../../core/document/check/check.ts';
import { settingRemarks } from '../../core/document/check/remarks.ts';
import { criticReads } from '../../core/document/derived.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { EnvironmentInfo } from '../../core/environment/contract.ts';
import { fault } from '../../core/faults.ts';
import { remarkFaults } from '../../words/words.ts';
import type { SessionEvent } from '../events.ts';
import { faultNotice, notice } from '../notice.ts';
import { type BaseModel, unheededThinking } from '../team/base.ts';
import { unlikeTold } from '../team/toldBases.ts';

/** What nothing reads of the settings, what does more than one may think, and bases that are not what the document tells of them. */
export async function openingNotices(given: ProjectDocument, bases: readonly BaseModel[], info: EnvironmentInfo): Promise<SessionEvent[]> {
  const document = inForce(given);
  const hidden = criticReads(document.training) === 'state' && !info.hooks.privileged;
  return [
    ...unreadSettings(given).map((found) => faultNotice('info', 'setting_unread', found)),
    ...settingRemarks(given).map((found) => faultNotice('info', 'setting_remark', found)),
    ...unheededThinking(document, bases).map((deaf) => notice('info', 'thinking_unread', { deaf })),
    ...(await unlikeTold(document, bases)).map((found) => faultNotice('warning', 'base_unlike', found)),
    ...(hidden ? [faultNotice('info', 'setting_remark', fault(remarkFaults, 'E_SETTING_NO_HIDDEN_STATE', {}))] : []),
  ];
}
