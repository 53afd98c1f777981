import {
  contrast,
  fit,
  ink,
  luminance,
  mix,
  on,
  parseColour,
  shift,
  toHex,
  white,
  type Rgb,
} from './colour.ts'

export type ThemeMode = 'light' | 'dark'

/** The eight brand colours a courier company may set, with what stands in for a missing or unreadable one (SHELL-008). */
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

/** The neutrals the derivation measures against; the same values stand in the web's `tokens.css`. */
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
 * The brand tokens of one mode from the provider's `theme_*` settings (any CSS colour). Text always reaches
 * 4.5 : 1 and edges 3 : 1, whatever was chosen (interface design 3.2; rulings 33–35). Pure; about 0.1 ms.
 */
export function deriveTheme(settings: Readonly<Record<string, unknown>>, mode: ThemeMode): ThemeTokens {
  const chosen = (key: ThemeKey): Rgb => parseColour(settings[key]) ?? read(theme_defaults[key])
  const isDark = mode === 'dark'
  const ground = surfacesOf(mode)
  const surfaces = [ground.surface, ground.canvas, ground['surface-2'], ground.raised, ground['hover-raised']]

  const brand = isDark ? fit(chosen('theme_primary'), [ground.raised], 3) : chosen('theme_primary')
  const on_brand = on(brand)
  const hover_wish = isDark ? shift(brand, 0.06) : chosen('theme_primary_dark')
  const brand_hover = fit(hover_wish, [on_brand], 4.5)
  const brand_active = fit(shift(brand_hover, isDark ? 0.04 : -0.04), [on_brand], 4.5)

  const light = chosen('theme_primary_light')
  const pale = luminance(light) < 0.6 ? mix(brand, white, 0.12) : light
  const brand_soft = isDark ? mix(brand, ground.surface, 0.2) : pale
  const brand_soft_hover = mix(brand, brand_soft, 0.06)
  const under_text = [...surfaces, brand_soft, brand_soft_hover]
  const brand_border = fit(chosen('theme_primary'), surfaces, 3)
  const brand_edge = contrast(brand, ground.surface) >= 3 ? brand : brand_border
  const text = isDark ? read(neutrals.dark.text) : fit(chosen('theme_text'), under_text, 4.5)

  return hexes({
    brand,
    'on-brand': on_brand,
    'brand-hover': brand_hover,
    'brand-active': brand_active,
    'brand-soft': brand_soft,
    'brand-soft-hover': brand_soft_hover,
    'brand-text': fit(chosen('theme_primary'), under_text, 4.5),
    'brand-border': brand_border,
    'brand-edge': brand_edge,
    'on-edge': on(brand_edge),
    text,
    ...deriveNavigation(chosen, mode, brand, brand_soft),
  })
}

function deriveNavigation(
  chosen: (key: ThemeKey) => Rgb,
  mode: ThemeMode,
  brand: Rgb,
  brand_soft: Rgb,
): Record<Extract<ThemeToken, `nav-${string}`>, Rgb> {
  const ground = surfacesOf(mode)
  const wished = chosen('theme_nav_bg')
  const isReplaced = mode === 'dark' && luminance(wished) > 0.18
  const bg = isReplaced ? ground.surface : wished
  const text = isReplaced ? ground.text : fit(chosen('theme_nav_text'), [bg], 4.5)
  const active = isReplaced ? brand_soft : dimmed(chosen('theme_nav_active_bg'), bg, mode, 0.18)
  const active_text = on(active, text)
  const hover = isReplaced
    ? mix(brand, ground.surface, 0.26)
    : dimmed(chosen('theme_nav_active_bg_hover'), bg, mode, 0.26)
  const resting_hover = mix(text, bg, 0.06)
  return {
    'nav-bg': bg,
    'nav-text': text,
    'nav-muted': fit(mix(text, bg, 0.72), [bg], 4.5),
    'nav-line': mix(text, bg, 0.14),
    'nav-field-line': fit(mix(text, bg, 0.5), [bg], 3),
    'nav-focus': fit(ground.focus, [bg], 3),
    'nav-hover': resting_hover,
    'nav-hover-text': on(resting_hover, text),
    'nav-active-bg': active,
    'nav-active-text': active_text,
    'nav-active-bg-hover': hover,
    'nav-active-hover-text': on(hover, active_text),
    'nav-bar': fit(brand, [active], 3),
  }
}

/** In dark mode a light active colour becomes a tint of the navigation's own background. */
function dimmed(colour: Rgb, background: Rgb, mode: ThemeMode, share: number): Rgb {
  return mode === 'dark' && luminance(colour) > 0.5 ? mix(colour, background, share) : colour
}

/**
 * What the theme settings page says beside each colour: the shade really used for words in that colour, or `null`
 * when the chosen shade is readable as it is.
 */
export function adjustedShade(
  settings: Readonly<Record<string, unknown>>,
  key: ThemeKey,
  mode: ThemeMode,
): string | null {
  const wished = toHex(parseColour(settings[key]) ?? read(theme_defaults[key]))
  const token: Partial<Record<ThemeKey, ThemeToken>> = {
    theme_primary: 'brand-text',
    theme_text: 'text',
    theme_primary_light: 'brand-soft',
    theme_primary_dark: 'brand-hover',
    theme_nav_text: 'nav-text',
  }
  const used = token[key] ? deriveTheme(settings, mode)[token[key]] : wished
  return used === wished ? null : used
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
