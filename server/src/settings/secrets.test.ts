import { catalogue } from '@waybill/domain/settings/catalogue'
import { isLater } from '@waybill/domain/settings/unreleased-settings'
import type { Setting } from '@waybill/domain/kit/setting'
import { settingsApi } from '@waybill/domain/settings/api'
import { webhooksApi } from '@waybill/domain/integrations/api'
import { identityApi } from '@waybill/domain/identity/api'
import { beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../main/routes.ts'
import { newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'

const mark = 'do-not-show-me'
const settings = [...catalogue.values()]
const secrets = settings.filter((setting) => setting.secret && !isLater(setting))

/** Returns a value that contains `mark`, in the form that the setting accepts. */
function marked({ control }: Setting): unknown {
  if (control.kind === 'secret') return mark
  if (control.kind === 'rows') return [{ provider: 'tcg-locker', environment: 'live', api_key: mark }]
  throw new Error(`There is no marked value for a secret of the kind ${control.kind}.`)
}

let p: TestProvider
let staff: Caller
beforeAll(async () => {
  p = await newProvider()
  staff = await p.staff()
})

const sent_somewhere = settings.flatMap((secret) =>
  secret.sent_to.map((place) => [secret.key, place.key] as const),
)

describe('secrets sent to an address or host that a setting names', () => {
  /** Returns a value that differs for each `at`. */
  const another = ({ control }: Setting, at: number): unknown =>
    control.kind === 'number' ? 2_000 + at : `https://host-${at}.example`
  const valueOf = (key: string) => p.inTransaction(async (ctx) => ctx.setting(catalogue.get(key) as Setting))

  it.each(sent_somewhere)('clears %s only when %s changes without a new secret', async (key, placeKey) => {
    const place = catalogue.get(placeKey) as Setting
    const save = (...changes: { key: string; value: unknown }[]) =>
      staff.send(settingsApi.save, { settings: changes })
    await save({ key: placeKey, value: another(place, 1) }, { key, value: mark })
    await save({ key: placeKey, value: another(place, 1) }, { key: 'provider_title', value: 'Fynbos' })
    expect(await valueOf(key)).toBe(mark)
    await save({ key: placeKey.toUpperCase(), value: another(place, 2) }, { key, value: '***' })
    expect(await valueOf(key)).toBe('')
    await save({ key: placeKey, value: another(place, 3) }, { key, value: `${mark} 2` })
    expect(await valueOf(key)).toBe(`${mark} 2`)
  })

  it('covers the mail server password and the key of the SMS service', () => {
    expect(new Set(sent_somewhere.map(([key]) => key))).toEqual(new Set(['smtp_password', 'infobip_api_key']))
  })
})

describe('secret settings', () => {
  it('includes every key, passphrase and password of the catalogue except the key that browsers need', () => {
    const named = [...catalogue.values()].filter(({ key }) =>
      /(_|^)(secret|password|passphrase|token|api_key|merchant_key|credentials|[a-z]*_key)$/.test(key),
    )
    expect(named.filter(({ secret }) => !secret).map(({ key }) => key)).toEqual(['google_maps_client_key'])
  })

  it('returns a saved secret to no caller, neither from GET calls nor from saving', async () => {
    const saved = await staff.http('POST', '/providers/settings', {
      settings: secrets.map((setting) => ({ key: setting.key, value: marked(setting) })),
    })
    expect(saved.status).toBe(200)
    const stale = await staff.http('POST', '/providers/settings', {
      settings: secrets.map(({ key }) => ({ key, value: 'x', based_on: null })),
    })
    const hook = await staff.send(webhooksApi.create, {
      topic: 'invoice-created',
      delivery_url: 'http://127.0.0.1:9/hook',
      auth_key: mark,
    })
    const { api_key } = await staff.send(identityApi.createApiKey, { name: 'Shop' })
    const answers: [string, unknown][] = [
      ['saved', saved.body],
      ['stale', stale.body],
    ]
    const people: Caller[] = [staff, await p.driver(), await p.owner(), p.guest()]
    for (const { endpoint } of routes) {
      if (endpoint.method !== 'GET') continue
      for (const [at, who] of people.entries()) {
        const { body } = await who.http('GET', `${endpoint.path}?subscription_id=${hook.id}`)
        answers.push([`${endpoint.path} to ${at}`, body])
      }
    }
    const shown = answers.filter(([, body]) => {
      const text = Buffer.isBuffer(body) ? body.toString('latin1') : JSON.stringify(body ?? '')
      return [mark, api_key, hook.signing_secret ?? mark].some((secret) => text.includes(secret))
    })
    expect(shown.map(([what]) => what)).toEqual([])
    expect(answers.length).toBeGreaterThan(300)
  })

  it('stores a secret sealed', async () => {
    await staff.send(settingsApi.save, { settings: [{ key: 'payfast_merchant_key', value: mark }] })
    const { rows } = await p.runtime.runtime.pool.query<{ value: string }>(
      "SELECT value FROM provider_setting WHERE provider_id = $1 AND key = 'payfast_merchant_key'",
      [p.provider_id],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.value).not.toContain(mark)
  })

  it('stores a secret sealed when a new company is created with it', async () => {
    const other = await newProvider({ payfast_passphrase: mark })
    const { rows } = await p.runtime.runtime.pool.query<{ value: string }>(
      "SELECT value FROM provider_setting WHERE provider_id = $1 AND key = 'payfast_passphrase'",
      [other.provider_id],
    )
    expect(rows[0]?.value).not.toContain(mark)
    expect(
      await other.inTransaction(async (ctx) => ctx.setting(catalogue.get('payfast_passphrase') as Setting)),
    ).toBe(mark)
  })
})
