import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SmsRejectedError } from './index.ts'
import { isOfInfobip } from './infobip.ts'
import { smsCatcher, type SmsCatcher } from '../../../dev/catchers/sms-catcher.ts'

let catcher: SmsCatcher
beforeAll(async () => {
  catcher = await smsCatcher({ host: '127.0.0.1', http_port: 0 })
})
afterAll(() => catcher.close())
beforeEach(() => catcher.answerWith(null))

const sms = {
  from: 'Fynbos',
  to: '27821234567',
  text: '123456 is your code',
  id: 'one',
  report_url: 'https://fynbos.example/r',
}
const failureOf = (thrown: Promise<unknown>) => thrown.catch((error: unknown) => error)

describe('SMS through the Infobip protocol', () => {
  it('delivers number, sender and text, listed in the catcher’s API and page', async () => {
    expect(await catcher.sender.send(sms, null)).toEqual({ message_id: 'one' })
    const listed = (await (await fetch(`${catcher.url}/messages?to=27821234567`)).json()) as object[]
    expect(listed).toMatchObject([{ from: 'Fynbos', to: '27821234567', text: '123456 is your code' }])
    expect(await (await fetch(catcher.url)).text()).toContain('123456 is your code')
  })

  it('is stored once when it is sent twice with the same id', async () => {
    const before = catcher.messages().length
    await catcher.sender.send({ ...sms, id: 'two' }, null)
    await catcher.sender.send({ ...sms, id: 'two' }, null)
    expect(catcher.messages().length).toBe(before + 1)
  })

  it('distinguishes permanent from temporary errors', async () => {
    expect(await failureOf(catcher.sender.send({ ...sms, to: 'nobody' }, null))).toBeInstanceOf(
      SmsRejectedError,
    )
    catcher.answerWith(401)
    expect(await failureOf(catcher.sender.send(sms, null))).toBeInstanceOf(SmsRejectedError)
    for (const status of [429, 500, 503]) {
      catcher.answerWith(status)
      const failure = await failureOf(catcher.sender.send(sms, null))
      expect(failure).toBeInstanceOf(Error)
      expect(failure).not.toBeInstanceOf(SmsRejectedError)
    }
  })

  it('returns 401 without a key and 400 without a message', async () => {
    const post = (body: string, authorization = 'App key') =>
      fetch(`${catcher.url}/sms/3/messages`, { method: 'POST', headers: { authorization }, body })
    expect((await post('{"messages":[]}', 'Basic x')).status).toBe(401)
    expect((await post('{"messages":[]}')).status).toBe(400)
  })

  it('accepts only Infobip hosts as the gateway of a company', async () => {
    expect(isOfInfobip('https://x9y8z7.api.infobip.com')).toBe(true)
    for (const address of [
      'http://api.infobip.com',
      'https://infobip.com.evil.example',
      'https://evilinfobip.com',
      'http://169.254.169.254',
      'nonsense',
    ])
      expect(isOfInfobip(address)).toBe(false)
    const own = { base_url: catcher.url, api_key: 'k' }
    expect(await failureOf(catcher.sender.send(sms, own))).toBeInstanceOf(SmsRejectedError)
  })
})
