/** Draws the page, in the words that are spoken by then. */
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@xyflow/react/dist/style.css';
import './kit/theme/page.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { RootGuard } from './shell/stopped/RootGuard.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <RootGuard>
      <App />
    </RootGuard>
  </StrictMode>,
);
