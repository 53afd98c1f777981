import {
  theme_nav_active_bg,
  theme_nav_active_bg_hover,
  theme_nav_bg,
  theme_nav_text,
  theme_primary,
  theme_primary_dark,
  theme_primary_light,
  theme_text,
} from '@waybill/domain/identity/settings'
import { htmlPage, themeCss } from '../../kit/html-page.ts'
import type { Html } from '../../kit/html.ts'
import type { BaseContext, RawAnswer } from '../../kit/handler.ts'
import type { Courier } from './courier.ts'
import { track_css } from './track-css.ts'

/** Renders a public page in the company's colours, and allows its logo to load. */
export function publicPage(
  reader: BaseContext,
  courier: Courier,
  {
    title,
    body,
    status = 200,
    pictures = [],
    framed_by = [],
  }: {
    title: string
    body: Html
    status?: number
    pictures?: readonly string[]
    framed_by?: readonly string[]
  },
): RawAnswer {
  const theme = themeCss({
    theme_primary: reader.setting(theme_primary),
    theme_text: reader.setting(theme_text),
    theme_primary_light: reader.setting(theme_primary_light),
    theme_primary_dark: reader.setting(theme_primary_dark),
    theme_nav_bg: reader.setting(theme_nav_bg),
    theme_nav_text: reader.setting(theme_nav_text),
    theme_nav_active_bg: reader.setting(theme_nav_active_bg),
    theme_nav_active_bg_hover: reader.setting(theme_nav_active_bg_hover),
  })
  const origin = /^https?:\/\/[^/]+/.exec(courier.logo)?.[0]
  return htmlPage({
    title: `${title} – ${courier.title}`,
    theme,
    css: track_css,
    body,
    status,
    pictures: origin ? [origin, ...pictures] : pictures,
    framed_by,
  })
}
