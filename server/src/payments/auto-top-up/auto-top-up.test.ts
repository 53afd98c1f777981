import { billingApi } from '@waybill/domain/billing/api'
import { identityApi } from '@waybill/domain/identity/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { passkeysApi } from '@waybill/domain/identity/sign-in/passkeys-api'
import { paymentsApi } from '@waybill/domain/payments/api'
import { autoTopUpApi } from '@waybill/domain/payments/auto-top-up-api'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../../dev/test-kit/database/invariants.ts'
import { Authenticator } from '../../../dev/test-kit/fakes/authenticator.ts'
import { caughtMail } from '../../../dev/test-kit/fakes/caught-messages.ts'
import { startFakeGateways } from '../../../dev/test-kit/fakes/gateways.ts'
import { jobOf } from '../../../dev/test-kit/job.ts'
import { errorOf, newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { pollGateways } from '../poll-gateways.ts'
import { chargeCards } from './charge-cards.ts'

const gateways = startFakeGateways()
const mail = caughtMail()

let p: TestProvider
let staff: Caller
let customer: Caller
let account_id: number
beforeEach(async () => {
  p = await newProvider({ auto_topup_enabled: true })
  mail.take(p)
  await gateways.take(p)
  account_id = (await p.given.account({ account_type: 'prepaid', credit_limit: 0 })).id
  customer = await p.owner(account_id)
  staff = await p.staff()
})
afterEach(() => {
  gateways.failWith(null)
  gateways.answerWith(null)
  p.runtime.setNow(null)
})

const balance = async () => (await staff.send(billingApi.balance, { account_id })).balance
const payments = async () => (await staff.send(paymentsApi.list, {})).payments
const subjects = () => mail.messages().map(({ subject }) => subject)

/** Saves a card with a gateway that charges cards by itself; returns its id. */
async function saveCard(): Promise<number> {
  const form = await customer.send(paymentsApi.payfastSignature, {
    key_value_pairs: [],
    is_saved_card_setup: true,
  })
  await gateways.act(await gateways.sendForm(form), 'success')
  const { cards } = await customer.send(autoTopUpApi.read, {})
  return cards[0]?.id ?? 0
}
const terms = { threshold: 100_00, amount: 300_00, monthly_limit: 600_00, is_accepted: true }
const switchOn = async (more = {}) =>
  customer.send(autoTopUpApi.save, { card_id: await saveCard(), ...terms, ...more })

/** Runs the job on a later day at noon. */
async function runAfter(days: number): Promise<void> {
  p.runtime.setNow(new Date(Date.UTC(2026, 2, 11 + days, 10)))
  await chargeCards(await jobOf(p))
  await p.settle()
}

describe('automatic top-ups', () => {
  it('are switched on with a consent that is stored word for word, with its time and user, and sent by e-mail', async () => {
    const { auto_top_up } = await switchOn()
    expect(auto_top_up).toMatchObject({ is_on: true, consent_by: customer.username, charged_this_month: 0 })
    expect(auto_top_up?.consent_text).toMatch(
      /R 300\.00 .* below R 100\.00: at most once a day, .* R 600\.00/,
    )
    await p.settle()
    expect(subjects()).toContain('Automatic top-up is on')
    expect((await staff.send(autoTopUpApi.read, { account_id })).auto_top_up).toMatchObject({ is_on: true })
  })

  it('are rejected without the consent, without a card, and with a limit below one top-up', async () => {
    const cardId = await saveCard()
    const save = (more: object) =>
      errorOf(customer.send(autoTopUpApi.save, { card_id: cardId, ...terms, ...more }))
    expect((await save({ is_accepted: false })).message).toBe(
      'Accept the text to switch automatic top-up on.',
    )
    expect((await save({ card_id: cardId + 999 })).message).toContain('No saved card found.')
    expect((await save({ monthly_limit: 100_00 })).message).toBe(
      'The limit must be at least R 300.00, one top-up.',
    )
    expect((await save({ amount: 20_000_01, monthly_limit: 90_000_00 })).status).toBe(400)
  })

  it('charge the card once a day at most, and not above the monthly limit', async () => {
    await switchOn()
    await runAfter(0)
    await runAfter(0)
    expect(await balance()).toBe(300_00)
    await staff.send(billingApi.post, {
      account_id,
      type: 'balance-adjustment-debit',
      amount: 290_00,
      description: 'Used',
    })
    await runAfter(0)
    expect(await balance()).toBe(10_00)
    await runAfter(1)
    expect(await balance()).toBe(310_00)
    await staff.send(billingApi.post, {
      account_id,
      type: 'balance-adjustment-debit',
      amount: 300_00,
      description: 'Used',
    })
    await runAfter(2)
    expect(await balance()).toBe(10_00)
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('charge the card once when two processes run the job at the same time', async () => {
    await switchOn()
    p.runtime.setNow(new Date(Date.UTC(2026, 2, 11, 10)))
    const [one, two] = [await jobOf(p), await jobOf(p)]
    await Promise.all([chargeCards(one), chargeCards(two)])
    expect(await balance()).toBe(300_00)
  })

  it('whose answer was lost are not charged again, and are posted after polling', async () => {
    await switchOn()
    gateways.failWith('lost answer')
    await runAfter(0)
    gateways.failWith(null)
    await runAfter(0)
    expect(await balance()).toBe(0)
    p.runtime.setNow(new Date(Date.UTC(2026, 2, 11, 10, 20)))
    await pollGateways(await jobOf(p))
    expect(await balance()).toBe(300_00)
    expect((await payments()).filter(({ amount }) => amount === 300_00)).toHaveLength(1)
  })

  it('are not charged again on the next day while a charge is open, and count as failed when the gateway does not have it', async () => {
    await switchOn()
    gateways.failWith('error')
    await runAfter(0)
    await runAfter(1)
    const charges = async () => (await payments()).filter(({ amount }) => amount === 300_00)
    expect(await charges()).toHaveLength(1)
    gateways.answerWith(503)
    p.runtime.setNow(new Date(Date.UTC(2026, 2, 13, 11)))
    await pollGateways(await jobOf(p))
    expect(await charges()).toMatchObject([{ status: 'redirected' }])
    gateways.answerWith(null)
    gateways.failWith(null)
    p.runtime.setNow(new Date(Date.UTC(2026, 2, 13, 12)))
    await pollGateways(await jobOf(p))
    await p.settle()
    expect(await charges()).toMatchObject([{ status: 'expired' }])
    expect(subjects()).toContain('Automatic top-up failed')
    await runAfter(3)
    expect(await balance()).toBe(300_00)
  })

  it('need a confirmed identity, also of a user who signs in with a passkey and has no password', async () => {
    const cardId = await saveCard()
    const owner = await p.user(role_ids.account_owner, { account_id, confirms: false })
    const device = new Authenticator(`http://p${p.provider_id}.test`)
    const confirm = async (): Promise<void> => {
      const { options } = await owner.send(passkeysApi.stepUpOptions, {})
      await owner.send(identityApi.stepUp, { passkey: device.get(options) })
    }
    const own = await owner.send(passkeysApi.begin, {})
    await owner.send(passkeysApi.add, { name: 'Phone', credential: device.create(own.options) })
    p.runtime.setNow(new Date(Date.now() + 11 * 60_000))
    const save = () => owner.send(autoTopUpApi.save, { card_id: cardId, ...terms })
    expect((await errorOf(save())).status).toBe(403)
    expect((await owner.send(identityApi.stepUpMethods, {})).ways).toEqual(['passkey'])
    await confirm()
    expect((await save()).auto_top_up).toMatchObject({ is_on: true, consent_by: owner.username })
  })

  it('are switched off after two failures, each with an e-mail', async () => {
    await switchOn()
    gateways.declineCards(true)
    await runAfter(0)
    expect(subjects()).toContain('Automatic top-up failed')
    await runAfter(1)
    const { auto_top_up } = await customer.send(autoTopUpApi.read, {})
    expect(auto_top_up).toMatchObject({ is_on: false })
    expect(auto_top_up?.off_reason).toContain('Insufficient funds')
    expect(subjects()).toContain('Automatic top-up was switched off')
    gateways.declineCards(false)
    await runAfter(2)
    expect(await balance()).toBe(0)
  })

  it('end when the customer cancels them or removes the card', async () => {
    const { auto_top_up } = await switchOn()
    await customer.send(autoTopUpApi.cancel, {})
    expect((await customer.send(autoTopUpApi.read, {})).auto_top_up).toMatchObject({ is_on: false })
    await runAfter(0)
    expect(await balance()).toBe(0)
    p.runtime.setNow(null)
    const cardId = auto_top_up?.card?.id ?? 0
    await customer.send(autoTopUpApi.save, { card_id: cardId, ...terms })
    await customer.send(paymentsApi.removeCard, { id: cardId })
    expect((await customer.send(autoTopUpApi.read, {})).auto_top_up).toMatchObject({
      is_on: false,
      card: null,
      off_reason: 'Switched off because its card was removed.',
    })
  })

  it('are not offered while the company has switched them off', async () => {
    await gateways.take(p, { auto_topup_enabled: false })
    expect((await customer.send(autoTopUpApi.read, {})).gateways).toEqual([])
  })
})
