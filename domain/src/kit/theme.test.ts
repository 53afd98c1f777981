import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseColour } from './colour.ts'
import { contrast, type Rgb } from './contrast.ts'
import { isDarkNavigation } from './logo-contrast.ts'
import {
  deriveTheme,
  drawnColour,
  followedColour,
  neutrals,
  theme_defaults,
  type ThemeMode,
  type ThemeToken,
} from './theme.ts'

const keys = Object.keys(theme_defaults)
const modes: ThemeMode[] = ['light', 'dark']
const rgb = (hex: string): Rgb => parseColour(hex) ?? { r: 0, g: 0, b: 0 }

/** Pairs of tokens that users must be able to read or distinguish, with their minimum contrast. */
const pairs: [ThemeToken, ThemeToken, number][] = [
  ['on-brand', 'brand', 4.5],
  ['on-brand', 'brand-hover', 4.5],
  ['on-brand', 'brand-active', 4.5],
  ['on-edge', 'brand-edge', 4.5],
  ['brand-text', 'brand-soft', 4.5],
  ['brand-text', 'brand-soft-hover', 4.5],
  ['text', 'brand-soft', 4.5],
  ['text', 'brand-soft-hover', 4.5],
  ['nav-text', 'nav-bg', 4.5],
  ['nav-muted', 'nav-bg', 4.5],
  ['nav-hover-text', 'nav-hover', 4.5],
  ['nav-active-text', 'nav-active-bg', 4.5],
  ['nav-active-hover-text', 'nav-active-bg-hover', 4.5],
  ['nav-field-line', 'nav-bg', 3],
  ['nav-focus', 'nav-bg', 3],
  ['nav-bar', 'nav-active-bg', 3],
]

function tooFaint(settings: Record<string, string>): string[] {
  return modes.flatMap((mode) => {
    const tokens = deriveTheme(settings, mode)
    const onTokens = pairs
      .filter(([front, back, min]) => contrast(rgb(tokens[front]), rgb(tokens[back])) < min)
      .map(([front, back]) => `${mode}: ${front} on ${back}`)
    const onSurfaces = (['surface', 'canvas', 'surface-2', 'raised', 'hover-raised'] as const).flatMap(
      (ground) => {
        const under = rgb(neutrals[mode][ground])
        const least: [ThemeToken, number][] = [
          ['brand-text', 4.5],
          ['text', 4.5],
          ['brand-border', 3],
          ...(ground === 'surface' ? ([['brand-edge', 3]] as [ThemeToken, number][]) : []),
        ]
        return least
          .filter(([front, min]) => contrast(rgb(tokens[front]), under) < min)
          .map(([front]) => `${mode}: ${front} on ${ground}`)
      },
    )
    return [...onTokens, ...onSurfaces]
  })
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const all = (colour: string): Record<string, string> => Object.fromEntries(keys.map((key) => [key, colour]))

describe('theme derived from a provider’s colours', () => {
  it('has a contrast of at least 4.5 for text and 3 for edges for 10,000 random palettes in both modes', () => {
    const random = seeded(20_250_131)
    const colour = (): string =>
      `#${Math.floor(random() * 2 ** 24)
        .toString(16)
        .padStart(6, '0')}`
    for (let n = 0; n < 10_000; n += 1) {
      const palette = Object.fromEntries(keys.map((key) => [key, colour()]))
      const faint = tooFaint(palette)
      if (faint.length > 0) expect({ palette, faint }).toEqual({ palette, faint: [] })
    }
  })

  it.each([
    ['all black', all('#000')],
    ['all white', all('white')],
    ['all mid-grey 76', all('#767676')],
    ['all mid-grey 77', all('#777777')],
    ['pure yellow', { ...all('#FFFF00') }],
    ['pure blue on blue', all('blue')],
    ['brand like danger', { theme_primary: '#B42318' }],
    ['brand like surface', { theme_primary: '#FFFFFF', theme_primary_dark: '#FFFFFF' }],
    ['brand like dark surface', { theme_primary: '#14171C' }],
    ['nothing at all', {}],
    ['nonsense', all('url(javascript:alert(1))')],
  ])('has the minimum contrasts with %s', (_, palette: Record<string, string>) => {
    expect(tooFaint(palette)).toEqual([])
  })

  it('[SHELL-007] uses the default green and a white navigation when no colour is set', () => {
    const tokens = deriveTheme({}, 'light')
    expect(tokens.brand).toBe('#15803D')
    expect(tokens['nav-bg']).toBe('#FFFFFF')
  })

  it('[SHELL-008] has a default for each of the eight colours, also for an empty value', () => {
    expect(theme_defaults).toEqual({
      theme_primary: '#15803D',
      theme_text: '#16191D',
      theme_primary_light: '#E7F6EC',
      theme_primary_dark: '#166534',
      theme_nav_bg: '#FFFFFF',
      theme_nav_text: '#16191D',
      theme_nav_active_bg: '#E7F6EC',
      theme_nav_active_bg_hover: '#D5EEDD',
    })
    expect(deriveTheme({ theme_primary: '' }, 'light')).toEqual(deriveTheme({}, 'light'))
  })

  it('gives an orange brand dark button text and leaves the brand colour unchanged', () => {
    expect(deriveTheme({ theme_primary: '#EA580C' }, 'light')).toMatchObject({
      brand: '#EA580C',
      'on-brand': '#16191D',
    })
  })

  it('replaces a light navigation in dark mode with the surface, and its active colour with the soft brand', () => {
    const tokens = deriveTheme({}, 'dark')
    expect(tokens).toMatchObject({
      'nav-bg': '#14171C',
      'nav-text': '#E8EBEF',
      'nav-active-bg': tokens['brand-soft'],
    })
  })

  it('keeps a dark navigation in dark mode', () => {
    expect(deriveTheme({ theme_nav_bg: '#24123F' }, 'dark')['nav-bg']).toBe('#24123F')
  })

  it.each([
    ['#abc', '#AABBCC'],
    ['#abcf', '#AABBCC'],
    ['#00000080', '#7F7F7F'],
    ['RebeccaPurple', '#663399'],
    ['rgb(234, 88, 12)', '#EA580C'],
    ['rgb(100% 0% 0% / 50%)', '#FF8080'],
    ['hsl(120deg 100% 25%)', '#008000'],
  ])('parses the CSS colour %s', (css, hex) => {
    expect(deriveTheme({ theme_primary: css }, 'light').brand).toBe(hex)
  })

  it('derives colours that are not set from the primary or the navigation colour', () => {
    const orange = { theme_primary: '#EA580C' }
    expect(followedColour(orange, 'theme_primary_light')).toBe('#FCEBE2')
    expect(followedColour({ ...orange, theme_primary_light: '#FFEEDD' }, 'theme_primary_light')).toBeNull()
    expect(followedColour({}, 'theme_primary_light')).toBeNull()
    expect(deriveTheme(orange, 'light')['brand-soft']).toBe('#FCEBE2')
    expect(deriveTheme(orange, 'light')['nav-active-bg']).toBe('#FCEBE2')
    expect(deriveTheme({ theme_nav_bg: '#14213D' }, 'light')).toMatchObject({
      'nav-text': '#FFFFFF',
      'nav-active-bg': '#354058',
    })
    expect(drawnColour(orange, 'theme_primary_light', 'light').is_adjusted).toBe(false)
  })

  it('returns the contrast of the colours that are drawn, after adjustment', () => {
    const navy = { theme_nav_bg: '#14213D', theme_nav_text: '#FFFFFF' }
    expect(drawnColour(navy, 'theme_nav_text', 'light').ratio).toBeCloseTo(15.94, 1)
    expect(drawnColour(navy, 'theme_nav_bg', 'light').words).toBe('Contrast with the navigation text')
    expect(drawnColour({}, 'theme_primary', 'light').ratio).toBeCloseTo(5.46, 1)
    for (const key of [
      'theme_text',
      'theme_nav_text',
      'theme_nav_active_bg',
      'theme_primary_dark',
    ] as const) {
      const faint = { theme_nav_bg: '#777777', [key]: '#888888' }
      for (const mode of ['light', 'dark'] as const)
        expect(drawnColour(faint, key, mode).ratio, key).toBeGreaterThanOrEqual(4.5)
    }
    const faint = { theme_text: '#BBBBBB' }
    const drawn = rgb(deriveTheme(faint, 'light').text)
    expect(drawnColour(faint, 'theme_text', 'light')).toMatchObject({
      is_adjusted: true,
      ratio: contrast(drawn, rgb('#FFFFFF')),
    })
    expect(drawnColour(faint, 'theme_text', 'dark')).toMatchObject({
      shade: neutrals.dark.text,
      words: 'Contrast with a dark page',
    })
  })

  it.each([
    ['#14213D', true],
    ['#FFFFFF', false],
    ['', true],
  ])('determines whether a navigation of %s is dark', (colour, isDark) => {
    expect(isDarkNavigation(colour)).toBe(isDark)
  })

  it('reports that an unreadable colour is adjusted, and that a readable one is not', () => {
    expect(drawnColour({ theme_text: '#FFFF00' }, 'theme_text', 'light').is_adjusted).toBe(true)
    expect(drawnColour({}, 'theme_text', 'light').is_adjusted).toBe(false)
  })
})

describe('colours in the stylesheet tokens.css', () => {
  const css = readFileSync(new URL('../../../web/src/kit/theme/tokens.css', import.meta.url), 'utf8')
  const darkAt = css.indexOf("[data-theme='dark']")
  const blocks = { light: css.slice(0, darkAt), dark: css.slice(darkAt) }
  const colourIn = (mode: ThemeMode, token: string): string | undefined =>
    new RegExp(`--${token}: (#[0-9a-f]{6});`).exec(blocks[mode])?.[1]?.toUpperCase()

  it('equal the neutrals of the light and dark modes', () => {
    for (const mode of modes)
      for (const [token, colour] of Object.entries(neutrals[mode]))
        expect([token, colourIn(mode, token)]).toEqual([token, colour])
  })

  it('equal the derived default brand of the light mode', () => {
    for (const [token, colour] of Object.entries(deriveTheme({}, 'light')))
      expect([token, colourIn('light', token)]).toEqual([token, colour])
  })
})
