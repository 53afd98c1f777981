import { createHash } from 'node:crypto'
import { deriveTheme, neutrals, type ThemeMode } from '@waybill/domain/kit/theme'
import { html, markup, type Html } from './html.ts'
import type { RawAnswer } from './handler.ts'

/**
 * Neutral colours for server-rendered pages, in addition to the brand colours
 * (docs/domain/interface.md#neutral-shades).
 */
const shades = {
  light: {
    border: '#DDE1E7',
    'border-strong': '#737E8E',
    'text-2': '#4B5563',
    'text-3': '#5F6B7A',
    'warning-soft': '#FEF6D8',
    'warning-border': '#B45309',
  },
  dark: {
    border: '#2C323B',
    'border-strong': '#7C8797',
    'text-2': '#AEB6C2',
    'text-3': '#98A2B0',
    'warning-soft': '#3D2E07',
    'warning-border': '#F5D37A',
  },
} as const

const brand_tokens = [
  'brand',
  'on-brand',
  'brand-hover',
  'brand-soft',
  'brand-text',
  'brand-border',
  'text',
] as const

/**
 * Returns the CSS custom properties of a server-rendered page for light and dark mode, from the provider's `theme_*`
 * settings. The visitor's system selects the mode; print is always light.
 */
export function themeCss(settings: Readonly<Record<string, unknown>>): string {
  const block = (mode: ThemeMode): string => {
    const theme = deriveTheme(settings, mode)
    const { canvas, surface, 'surface-2': well, focus } = neutrals[mode]
    const all = {
      canvas,
      surface,
      'surface-2': well,
      focus,
      ...shades[mode],
      ...Object.fromEntries(brand_tokens.map((token) => [token, theme[token]])),
    }
    return `:root{color-scheme:${mode};${Object.entries(all)
      .map(([name, colour]) => `--${name}:${colour}`)
      .join(';')}}`
  }
  return `${block('light')}@media screen and (prefers-color-scheme:dark){${block('dark')}}`
}

/** Base styles of all server-rendered pages: system fonts, spacing, one focus ring, no animation. */
const base_css = `*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--canvas);color:var(--text);font:16px/24px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:anywhere}
h1,h2,h3,p,ol,ul,dl,dd{margin:0;padding:0}
ol,ul{list-style:none}
a{color:var(--brand-text)}
code,.mono{font-family:ui-monospace,"Cascadia Mono","Roboto Mono",Menlo,monospace}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px;border-radius:4px}
.skip{position:absolute;left:-999px}
.skip:focus{left:8px;top:8px;background:var(--surface);padding:8px 12px;z-index:1}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`

/** A complete server-rendered page. */
export interface Page {
  title: string
  /** CSS custom properties of the theme. */
  theme: string
  /** CSS rules of the page. */
  css: string
  body: Html
  status?: number
  /** A script file served by this installation; none by default. */
  script?: string
  /** Additional image sources: origins or `data:`. */
  pictures?: readonly string[]
  /** Allowed sources of embedded frames. */
  frames?: string
  /** Origins whose pages may show this page in a frame; none by default. */
  framed_by?: readonly string[]
}

/**
 * Renders a page with inline styles and a strict content security policy: no script unless `page.script` is given,
 * styles only by their digest. The page is not indexed, and framed only by `page.framed_by`.
 */
export function htmlPage(page: Page): RawAnswer {
  const css = page.theme + base_css + page.css
  const digest = createHash('sha256').update(css).digest('base64')
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${digest}'`,
    `img-src ${['data:', "'self'", ...(page.pictures ?? [])].join(' ')}`,
    ...(page.script ? ["script-src 'self'"] : []),
    ...(page.frames ? [`frame-src ${page.frames}`] : []),
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${page.framed_by?.length ? page.framed_by.join(' ') : "'none'"}`,
  ]
  // Not part of the template: the policy contains the digest of the styles, so no white space may be added.
  const style = markup(`<style>${css}</style>`)
  const document = html`<!doctype html>
    <html lang="en-ZA">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${page.title}</title>
        ${style} ${page.script && html`<script src="${page.script}" defer></script>`}
      </head>
      <body>
        ${page.body}
      </body>
    </html>`
  return {
    status: page.status ?? 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
    },
    body: document.text,
  }
}
