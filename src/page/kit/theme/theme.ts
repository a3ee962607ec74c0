/**
 * The page's theme: neutral surfaces, so that colour is left to the data (agents and signed quantities), tabular
 * figures, small dense controls, and texts that keep 4.5:1 contrast in both schemes.
 */
import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

/** Neutral blue-grey: the one accent of controls. */
const ink: MantineColorsTuple = [
  '#f3f5f8',
  '#e4e8ee',
  '#c9d1dc',
  '#a9b5c6',
  '#8496ad',
  '#5f738e',
  '#475b76',
  '#35475f',
  '#26364b',
  '#18253a',
];

/** The dark scheme's surfaces, as cool as the light one's. */
const dark: MantineColorsTuple = [
  '#d5dbe3',
  '#b8c0cb',
  '#98a2af',
  '#66717f',
  '#39424d',
  '#2b323b',
  '#1e242c',
  '#171b21',
  '#12161b',
  '#0e1115',
];

/** Selector of the landmark that tooltips, menus and notifications are rendered into. */
export const OVERLAYS = '#overlays';

/** Text on the accent: Mantine would choose it for the light scheme's shade alone. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const isAccent = input.variant === 'filled' && (input.color === undefined || input.color === 'ink');
  return isAccent ? { ...colors, color: 'var(--on-accent)' } : colors;
};

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 6 },
  variantColorResolver,
  colors: { ink, dark },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  fontFamily: 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace',
  components: {
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true, multiline: true, maw: 320, fz: 'xs' } },
    ActionIcon: { defaultProps: { variant: 'subtle' } },
    // Every floating part lives in one landmark, so that screen readers find it.
    Portal: { defaultProps: { target: OVERLAYS } },
    Notification: { styles: { description: { color: 'var(--mantine-color-dimmed)' } } },
    // Explanations go below, so that the fields of a row stand on one line.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] } },
    NumberInput: { defaultProps: { size: 'xs', hideControls: true } },
    TextInput: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: { size: 'xs', allowDeselect: false } },
    MultiSelect: { defaultProps: { size: 'xs' } },
    Switch: { defaultProps: { size: 'xs' } },
    Button: { defaultProps: { size: 'xs' } },
  },
});

/** Page surfaces, and Mantine's greys moved to readable contrast. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#565f6b',
    '--mantine-color-placeholder': '#6b7480',
    '--mantine-color-error': '#b3261e',
    '--page': '#eef1f4',
    '--surface': '#ffffff',
    '--surface-sunken': '#f6f8fa',
    '--line': '#d8dee6',
    '--line-strong': '#8a96a6',
    '--ink': '#18212d',
    '--on-accent': '#ffffff',
  },
  dark: {
    '--mantine-color-body': '#14181d',
    // The accent is light here; Mantine would take the same dark shade in both schemes.
    '--mantine-color-ink-filled': '#c9d1dc',
    '--mantine-color-ink-filled-hover': '#e4e8ee',
    '--mantine-color-red-outline': '#ff8a80',
    '--mantine-color-orange-outline': '#f0a35e',
    '--mantine-color-dimmed': '#a3adb9',
    '--mantine-color-placeholder': '#8d98a5',
    '--mantine-color-error': '#ff9a8f',
    '--page': '#0e1115',
    '--surface': '#171b21',
    '--surface-sunken': '#12161b',
    '--line': '#2b323b',
    '--line-strong': '#66717f',
    '--ink': '#e6eaef',
    '--on-accent': '#10151c',
  },
});
