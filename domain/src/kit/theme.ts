import { adjustForContrast, parseColour, readableOn, shift, toHex } from './colour.ts'
import { contrast, ink, luminance, mix, white, type Rgb } from './contrast.ts'
import { dark_navigation } from './logo-contrast.ts'

export type ThemeMode = 'light' | 'dark'

/** The eight brand colours that a courier company may set, with the defaults for missing or invalid ones (SHELL-008). */
export const theme_defaults = {
  theme_primary: '#15803D',
  theme_text: '#16191D',
  theme_primary_light: '#E7F6EC',
  theme_primary_dark: '#166534',
  theme_nav_bg: '#FFFFFF',
  theme_nav_text: '#16191D',
  theme_nav_active_bg: '#E7F6EC',
  theme_nav_active_bg_hover: '#D5EEDD',
} as const

export type ThemeKey = keyof typeof theme_defaults

export function isThemeKey(key: string): key is ThemeKey {
  return Object.hasOwn(theme_defaults, key)
}

/** The neutral colours against which contrast is measured; the web’s `tokens.css` contains the same values. */
export const neutrals = {
  light: {
    canvas: '#F6F7F9',
    surface: '#FFFFFF',
    'surface-2': '#F0F2F5',
    raised: '#FFFFFF',
    'hover-raised': '#F0F2F5',
    text: '#16191D',
    focus: '#1D4ED8',
  },
  dark: {
    canvas: '#0E1116',
    surface: '#14171C',
    'surface-2': '#1C2027',
    raised: '#21262E',
    'hover-raised': '#2C323B',
    text: '#E8EBEF',
    focus: '#9EC1FF',
  },
} as const

/** Derived custom properties by name without the leading `--`, as `#RRGGBB`. */
export type ThemeTokens = Record<ThemeToken, string>
export type ThemeToken =
  | 'brand'
  | 'on-brand'
  | 'brand-hover'
  | 'brand-active'
  | 'brand-soft'
  | 'brand-soft-hover'
  | 'brand-text'
  | 'brand-border'
  | 'brand-edge'
  | 'on-edge'
  | 'text'
  | 'nav-bg'
  | 'nav-text'
  | 'nav-muted'
  | 'nav-line'
  | 'nav-field-line'
  | 'nav-focus'
  | 'nav-hover'
  | 'nav-hover-text'
  | 'nav-active-bg'
  | 'nav-active-text'
  | 'nav-active-bg-hover'
  | 'nav-active-hover-text'
  | 'nav-bar'

/**
 * Derives the brand tokens of one mode from the provider's `theme_*` settings (any CSS colour). Text always reaches a
 * contrast of 4.5 : 1 and edges 3 : 1, for every choice of colours (SHELL-007, SHELL-008). Pure; takes about 0.1 ms.
 */
export function deriveTheme(settings: Readonly<Record<string, unknown>>, mode: ThemeMode): ThemeTokens {
  const chosen = (key: ThemeKey): Rgb => wishedColour(settings, key)
  const isDark = mode === 'dark'
  const ground = surfacesOf(mode)
  const surfaces = [ground.surface, ground.canvas, ground['surface-2'], ground.raised, ground['hover-raised']]

  const brand = isDark
    ? adjustForContrast(chosen('theme_primary'), [ground.raised], 3)
    : chosen('theme_primary')
  const onBrand = readableOn(brand)
  const hoverWish = isDark ? shift(brand, 0.06) : chosen('theme_primary_dark')
  const brandHover = adjustForContrast(hoverWish, [onBrand], 4.5)
  const brandActive = adjustForContrast(shift(brandHover, isDark ? 0.04 : -0.04), [onBrand], 4.5)

  const light = chosen('theme_primary_light')
  const pale = luminance(light) < 0.6 ? mix(brand, white, 0.12) : light
  const brandSoft = isDark ? mix(brand, ground.surface, 0.2) : pale
  const brandSoftHover = mix(brand, brandSoft, 0.06)
  const underText = [...surfaces, brandSoft, brandSoftHover]
  const brandBorder = adjustForContrast(chosen('theme_primary'), surfaces, 3)
  const brandEdge = contrast(brand, ground.surface) >= 3 ? brand : brandBorder
  const text = isDark ? read(neutrals.dark.text) : adjustForContrast(chosen('theme_text'), underText, 4.5)

  return hexes({
    brand,
    'on-brand': onBrand,
    'brand-hover': brandHover,
    'brand-active': brandActive,
    'brand-soft': brandSoft,
    'brand-soft-hover': brandSoftHover,
    'brand-text': adjustForContrast(chosen('theme_primary'), underText, 4.5),
    'brand-border': brandBorder,
    'brand-edge': brandEdge,
    'on-edge': readableOn(brandEdge),
    text,
    ...deriveNavigation(chosen, mode, brand, brandSoft),
  })
}

/** Returns the chosen colour of a setting, or its replacement when none is chosen or the value is invalid. */
function wishedColour(settings: Readonly<Record<string, unknown>>, key: ThemeKey): Rgb {
  const known = chosenColour(settings, key)
  if (known) return known
  const primary = chosenColour(settings, 'theme_primary')
  const navigation = chosenColour(settings, 'theme_nav_bg')
  const isDark = navigation !== null && luminance(navigation) <= dark_navigation
  switch (key) {
    case 'theme_primary_light':
      return primary ? mix(primary, white, 0.12) : read(theme_defaults[key])
    case 'theme_primary_dark':
      return primary ? shift(primary, -0.06) : read(theme_defaults[key])
    case 'theme_nav_text':
      return isDark ? white : read(theme_defaults[key])
    case 'theme_nav_active_bg':
      if (isDark) return mix(white, navigation, 0.14)
      return primary ? mix(primary, navigation ?? white, 0.12) : read(theme_defaults[key])
    case 'theme_nav_active_bg_hover':
      if (isDark) return mix(white, navigation, 0.2)
      return primary ? mix(primary, navigation ?? white, 0.18) : read(theme_defaults[key])
    default:
      return read(theme_defaults[key])
  }
}

/** Returns the chosen colour; `null` when it is missing, invalid or equal to the default. */
function chosenColour(settings: Readonly<Record<string, unknown>>, key: ThemeKey): Rgb | null {
  const colour = parseColour(settings[key])
  return colour && toHex(colour) !== theme_defaults[key] ? colour : null
}

function deriveNavigation(
  chosen: (key: ThemeKey) => Rgb,
  mode: ThemeMode,
  brand: Rgb,
  brandSoft: Rgb,
): Record<Extract<ThemeToken, `nav-${string}`>, Rgb> {
  const ground = surfacesOf(mode)
  const wished = chosen('theme_nav_bg')
  const isReplaced = mode === 'dark' && luminance(wished) > dark_navigation
  const bg = isReplaced ? ground.surface : wished
  const text = isReplaced ? ground.text : adjustForContrast(chosen('theme_nav_text'), [bg], 4.5)
  const active = isReplaced ? brandSoft : dimmed(chosen('theme_nav_active_bg'), bg, mode, 0.18)
  const activeText = readableOn(active, text)
  const hover = isReplaced
    ? mix(brand, ground.surface, 0.26)
    : dimmed(chosen('theme_nav_active_bg_hover'), bg, mode, 0.26)
  const restingHover = mix(text, bg, 0.06)
  return {
    'nav-bg': bg,
    'nav-text': text,
    'nav-muted': adjustForContrast(mix(text, bg, 0.72), [bg], 4.5),
    'nav-line': mix(text, bg, 0.14),
    'nav-field-line': adjustForContrast(mix(text, bg, 0.5), [bg], 3),
    'nav-focus': adjustForContrast(ground.focus, [bg], 3),
    'nav-hover': restingHover,
    'nav-hover-text': readableOn(restingHover, text),
    'nav-active-bg': active,
    'nav-active-text': activeText,
    'nav-active-bg-hover': hover,
    'nav-active-hover-text': readableOn(hover, activeText),
    'nav-bar': adjustForContrast(brand, [active], 3),
  }
}

/** Replaces a light active colour in dark mode with a tint on the navigation’s background. */
function dimmed(colour: Rgb, background: Rgb, mode: ThemeMode, share: number): Rgb {
  return mode === 'dark' && luminance(colour) > 0.5 ? mix(colour, background, share) : colour
}

/**
 * Returns the colour that a setting without a choice derives from the chosen colours; `null` when it has a choice of
 * its own or keeps its default.
 */
export function followedColour(settings: Readonly<Record<string, unknown>>, key: ThemeKey): string | null {
  if (chosenColour(settings, key)) return null
  const followed = toHex(wishedColour(settings, key))
  return followed === theme_defaults[key] ? null : followed
}

const on_page = { light: 'Contrast with a white page', dark: 'Contrast with a dark page' }
const always = (words: string): Record<ThemeMode, string> => ({ light: words, dark: words })

/** What is drawn with each colour and what it is drawn on, and the label of that contrast on the theme settings page. */
const drawn_with: Readonly<
  Record<ThemeKey, { colour: ThemeToken; on: ThemeToken | 'surface'; words: Record<ThemeMode, string> }>
> = {
  theme_primary: { colour: 'brand-text', on: 'surface', words: on_page },
  theme_text: { colour: 'text', on: 'surface', words: on_page },
  theme_primary_light: { colour: 'brand-soft', on: 'text', words: always('Contrast with the text on it') },
  theme_primary_dark: {
    colour: 'brand-hover',
    on: 'on-brand',
    words: always('Contrast with the text on it'),
  },
  theme_nav_bg: { colour: 'nav-bg', on: 'nav-text', words: always('Contrast with the navigation text') },
  theme_nav_text: { colour: 'nav-text', on: 'nav-bg', words: always('Contrast with the navigation') },
  theme_nav_active_bg: {
    colour: 'nav-active-bg',
    on: 'nav-active-text',
    words: always('Contrast with the text on it'),
  },
  theme_nav_active_bg_hover: {
    colour: 'nav-active-bg-hover',
    on: 'nav-active-hover-text',
    words: always('Contrast with the text on it'),
  },
}

/** What is drawn in one mode for a theme setting. */
export interface DrawnColour {
  /** The shade that is drawn, `#RRGGBB`. */
  shade: string
  /** Whether it differs from the colour of the setting. */
  is_adjusted: boolean
  /** Its contrast, 1 to 21, and what it is measured against. */
  ratio: number
  words: string
}

/** Returns what is drawn in one mode for a setting, after all adjustments. */
export function drawnColour(
  settings: Readonly<Record<string, unknown>>,
  key: ThemeKey,
  mode: ThemeMode,
): DrawnColour {
  const { colour, on, words } = drawn_with[key]
  const tokens = { ...deriveTheme(settings, mode), surface: neutrals[mode].surface }
  const shade = tokens[colour]
  return {
    shade,
    is_adjusted: shade !== toHex(wishedColour(settings, key)),
    ratio: contrast(read(shade), read(tokens[on])),
    words: words[mode],
  }
}

const surfaces_by_mode = {
  light: readAll(neutrals.light),
  dark: readAll(neutrals.dark),
}

function surfacesOf(mode: ThemeMode): Record<keyof typeof neutrals.light, Rgb> {
  return surfaces_by_mode[mode]
}

function read(css: string): Rgb {
  return parseColour(css) ?? ink
}

function readAll<Key extends string>(colours: Readonly<Record<Key, string>>): Record<Key, Rgb> {
  return Object.fromEntries(Object.entries<string>(colours).map(([key, css]) => [key, read(css)])) as Record<
    Key,
    Rgb
  >
}

function hexes<Key extends string>(colours: Record<Key, Rgb>): Record<Key, string> {
  return Object.fromEntries(
    Object.entries<Rgb>(colours).map(([key, colour]) => [key, toHex(colour)]),
  ) as Record<Key, string>
}
