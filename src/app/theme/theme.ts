/**
 * The page's theme: neutral surfaces, so that colour is left to the data (agents and signed quantities), tabular
 * figures, small dense controls, and texts that keep 4.5:1 contrast in both schemes.
 */
import { createTheme, defaultVariantColorsResolver, type CSSVariablesResolver, type MantineColorsTuple, type VariantColorsResolver } from '@mantine/core';

/** Neutral blue-grey: the one accent of controls. */
const ink: MantineColorsTuple = ['#f3f5f8', '#e4e8ee', '#c9d1dc', '#a9b5c6', '#8496ad', '#5f738e', '#475b76', '#35475f', '#26364b', '#18253a'];

/** Text on the accent: Mantine would choose it for the light scheme's shade alone. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const isAccent = input.variant === 'filled' && (input.color === undefined || input.color === 'ink');
  return isAccent ? { ...colors, color: 'var(--on-accent)' } : colors;
};

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 2 },
  variantColorResolver,
  colors: { ink },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  fontFamily: 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace',
  components: {
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true, multiline: true, maw: 320, fz: 'xs' } },
    ActionIcon: { defaultProps: { variant: 'subtle' } },
    NumberInput: { defaultProps: { size: 'xs', hideControls: true } },
    TextInput: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: { size: 'xs', allowDeselect: false } },
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
