/** Learn › Two agents: the multi-agent advantage decomposition of a single decision, and steps of both at once or in turn. */
import { happened } from '../../state/happenings/happenings.ts';
import { argumentFigure } from '../../kit/explorables/argumentFigure.ts';
import { Mounted } from './Mounted.tsx';

const figure = (): HTMLElement => argumentFigure(happened);

export const ArgumentPage = () => <Mounted make={figure} />;
