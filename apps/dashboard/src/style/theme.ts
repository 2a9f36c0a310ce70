import { ActionIcon, Button, createTheme, type CSSVariablesResolver, Select, Switch, TextInput } from '@mantine/core';
import { nothingFound, takeChoice, takeText } from '../part/take-choice.ts';

/** The one accent: links, focus, what is chosen. Ten shades; buttons with white text have 6, links in dark have 4. */
const accent = [
  '#eef2fd',
  '#dbe3f9',
  '#b6c6f3',
  '#a0b6f6',
  '#8fabf5',
  '#4b70d6',
  '#2f56c8',
  '#2748aa',
  '#203b8b',
  '#182d6b',
] as const;

/** For deletions. Buttons with white text have shade 6, dark outlines 4. */
const red = [
  '#fdf0ea',
  '#fbe0d2',
  '#f6bfa3',
  '#f2a57e',
  '#f0945f',
  '#cf5a20',
  '#b3430f',
  '#973808',
  '#7a2d06',
  '#5c2104',
] as const;

/** The neutral colours of the dark scheme, from text to the deepest ground. */
const dark = [
  '#e8ebf0',
  '#c6ccd5',
  '#aab2bf',
  '#6d7583',
  '#3a414d',
  '#262c36',
  '#171a20',
  '#12151a',
  '#0f1115',
  '#0b0d10',
] as const;

/** A definition shows on the keyboard's focus too. */
const tooltipEvents = { hover: true, focus: true, touch: true };

/** Defaults of every field of choices, so that Enter does the same in all of them. */
const choice = { size: 'xs', onKeyDown: takeChoice, nothingFoundMessage: nothingFound } as const;

/** Spacing in steps of 4 px, the sizes of text, and Inter, which is shipped with the page. `docs/page/design.md` shows them. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 6 },
  colors: { accent, dark, red },
  fontFamily: 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '13px', sm: '13px', md: '14px', lg: '16px', xl: '22px' },
  lineHeights: { xs: '1.4', sm: '1.4', md: '1.45', lg: '1.4', xl: '1.2' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '6px', md: '6px', lg: '10px', xl: '10px' },
  defaultRadius: 'sm',
  headings: { fontWeight: '600' },
  respectReducedMotion: true,
  components: {
    Button: Button.extend({ defaultProps: { size: 'xs', fw: 500 } }),
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', size: 'md' } }),
    TextInput: TextInput.extend({ defaultProps: { size: 'xs' } }),
    Select: Select.extend({ defaultProps: { ...choice, checkIconPosition: 'right' } }),
    Switch: Switch.extend({ defaultProps: { size: 'xs' } }),
    PasswordInput: { defaultProps: { size: 'xs' } },
    MultiSelect: { defaultProps: choice },
    TagsInput: { defaultProps: { size: 'xs', onKeyDown: takeText } },
    Textarea: { defaultProps: { size: 'xs' } },
    Checkbox: { defaultProps: { size: 'xs' } },
    SegmentedControl: { defaultProps: { size: 'xs' } },
    Tooltip: { defaultProps: { openDelay: 200, multiline: true, maw: 360, withArrow: true, events: tooltipEvents } },
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Menu: { defaultProps: { transitionProps: { duration: 100 } } },
  },
});

/** The library's own colours, by meaning. */
const ofLibrary = {
  '--mantine-color-body': 'var(--page-surface)',
  '--mantine-color-text': 'var(--page-ink)',
  '--mantine-color-dimmed': 'var(--page-muted)',
  '--mantine-color-placeholder': 'var(--page-muted)',
  '--mantine-color-error': 'var(--page-loss)',
  '--mantine-color-red-outline': 'var(--page-loss)',
  '--mantine-color-anchor': 'var(--page-accent)',
  '--mantine-color-default-border': 'var(--page-line)',
};

/** Its own colours are the same in both schemes: those of the page, which `colour.css` has for each. */
export const resolveColours: CSSVariablesResolver = () => ({ variables: {}, light: ofLibrary, dark: ofLibrary });
