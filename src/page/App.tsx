/** The whole page: theme, notifications and the shell. */
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { Shell } from './shell/Shell.tsx';
import { text } from '../words/words.ts';
import { schemeManager } from './kit/theme/schemeManager.ts';
import { usePrinting } from './kit/theme/usePrinting.ts';
import { cssVariables, theme } from './kit/theme/theme.ts';

export function App() {
  const printing = usePrinting();
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={schemeManager}
      defaultColorScheme="auto"
      forceColorScheme={printing ? 'light' : undefined}
    >
      <Notifications position="bottom-right" limit={3} containerWidth={380} />
      <Shell />
      <aside id="overlays" aria-label={text.product.overlays} />
    </MantineProvider>
  );
}
