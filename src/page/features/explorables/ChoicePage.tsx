/** Learn › One choice: the policy gradient of one softmax, and what a baseline does to it. */
import { happened } from '../../state/happenings/happenings.ts';
import { h } from '../../kit/plain/dom.ts';
import { baselineFigure } from '../../kit/explorables/baselineFigure.ts';
import { choiceFigure } from '../../kit/explorables/choiceFigure.ts';
import { Mounted } from './Mounted.tsx';

const both = (): HTMLElement => h('div', {}, choiceFigure(happened), baselineFigure(happened));

export const ChoicePage = () => <Mounted make={both} />;
