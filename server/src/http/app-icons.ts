import { favicon_url, theme_primary } from '@waybill/domain/identity/settings'
import { systemActor } from '@waybill/domain/kit/actor'
import { readSetting } from '@waybill/domain/kit/setting'
import { deriveTheme } from '@waybill/domain/kit/theme'
import { companyPicture } from '../files/index.ts'
import { inThread } from '../kit/threads.ts'
import type { Authentication } from './authentication.ts'
import type * as drawing from './draw-app-icon.ts'
import { newRequestId, type Runtime } from '../kit/runtime.ts'
import { jobFacts } from '../jobs/outbox.ts'
import { settingsOf } from '../db/settings-cache.ts'
import { externalContext } from '../db/transaction.ts'

const drawAppIcon = inThread<typeof drawing.drawAppIcon>(
  new URL('./draw-app-icon.ts', import.meta.url),
  'drawAppIcon',
)

interface AppIcon {
  size: number
  /** A `maskable` icon can be cropped to any shape, such as a circle, so its content is in the centre. */
  purpose: 'any' | 'maskable'
}

/** Home screen icons by URL path. */
export const app_icons: ReadonlyMap<string, AppIcon> = new Map([
  ['/apple-touch-icon.png', { size: 180, purpose: 'any' }],
  ['/icon-192.png', { size: 192, purpose: 'any' }],
  ['/icon-512.png', { size: 512, purpose: 'any' }],
  ['/icon-maskable-192.png', { size: 192, purpose: 'maskable' }],
  ['/icon-maskable-512.png', { size: 512, purpose: 'maskable' }],
])

const safe_shares = { any: 0.8, maskable: 0.6 } as const
/** Maximum number of cached icons. Each icon is drawn once per provider picture and colour. */
const max_stored = 200

/** Draws the icons of providers from their favicon or their colours on first use. */
export class AppIcons {
  readonly #runtime: Runtime
  readonly #authentication: Authentication
  readonly #kept = new Map<string, Promise<Buffer>>()

  constructor(runtime: Runtime, authentication: Authentication) {
    this.#runtime = runtime
    this.#authentication = authentication
  }

  /** Returns the PNG at a path for the provider of a host; `null` for other paths. */
  async at(path: string, host: string): Promise<Buffer | null> {
    const icon = app_icons.get(path)
    if (!icon) return null
    const providerId = await this.#authentication.guestAt(host).then(
      (guest) => guest.provider_id,
      () => null,
    )
    const stored =
      providerId === null ? new Map<string, string>() : await settingsOf(this.#runtime, providerId)
    const favicon = readSetting(favicon_url, stored)
    const theme = deriveTheme({ theme_primary: readSetting(theme_primary, stored) }, 'light')
    const key = [providerId, path, favicon, theme.brand].join(' ')
    const known = this.#kept.get(key)
    if (known) return known
    const drawn = this.#picture(providerId, favicon).then((picture) =>
      drawAppIcon({
        size: icon.size,
        safe_share: safe_shares[icon.purpose],
        picture,
        colour: theme.brand,
        ink: theme['on-brand'],
      }),
    )
    this.#keep(key, drawn)
    return drawn
  }

  async #picture(providerId: number | null, favicon: string): Promise<Uint8Array | null> {
    if (providerId === null || favicon === '') return null
    const about = { actor: systemActor(providerId), request: jobFacts(this.#runtime, newRequestId()) }
    return (await companyPicture(await externalContext(this.#runtime, about), favicon)) ?? null
  }

  #keep(key: string, drawn: Promise<Buffer>): void {
    const [oldest] = this.#kept.keys()
    if (this.#kept.size >= max_stored && oldest !== undefined) this.#kept.delete(oldest)
    this.#kept.set(key, drawn)
    // Remove failures from the cache, so that the next request tries again.
    drawn.catch(() => this.#kept.delete(key))
  }
}
