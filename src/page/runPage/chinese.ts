/** The page in a run's HTML file, in Chinese: words are chosen before any are loaded. */
import './spoken.ts';
import './main.ts';
