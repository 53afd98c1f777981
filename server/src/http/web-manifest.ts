import { assetPath } from '@waybill/domain/files/assets'
import { favicon_url, provider_title, theme_primary } from '@waybill/domain/identity/settings'
import { readSetting } from '@waybill/domain/kit/setting'
import { deriveTheme, neutrals } from '@waybill/domain/kit/theme'
import { app_icons } from './app-icons.ts'
import type { Authentication } from './authentication.ts'
import type { Runtime } from '../kit/runtime.ts'
import { settingsOf } from '../db/settings-cache.ts'

/** Returns the web app manifest, with the name and colours of the provider at this host. */
export async function webManifest(
  runtime: Runtime,
  authentication: Authentication,
  host: string,
): Promise<string> {
  const stored = await authentication.guestAt(host).then(
    ({ provider_id }) => settingsOf(runtime, provider_id),
    () => new Map<string, string>(),
  )
  const name = readSetting(provider_title, stored)
  const icon = readSetting(favicon_url, stored)
  const theme = deriveTheme({ theme_primary: readSetting(theme_primary, stored) }, 'light')
  const own = { src: icon, type: icon.endsWith('.png') ? 'image/png' : 'image/jpeg' }
  const defaultIcon = { src: '/icon.svg', type: 'image/svg+xml' }
  return JSON.stringify({
    name,
    short_name: name,
    start_url: '/',
    display: 'standalone',
    background_color: neutrals.light.canvas,
    theme_color: theme.brand,
    icons: [
      { ...(assetPath.test(icon) ? own : defaultIcon), sizes: 'any', purpose: 'any' },
      ...[...app_icons]
        .filter(([src]) => src.startsWith('/icon-'))
        .map(([src, { size, purpose }]) => ({ src, type: 'image/png', sizes: `${size}x${size}`, purpose })),
    ],
  })
}
