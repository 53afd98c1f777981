import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { mailPort, MailRejectedError, type Mailer } from '../kit/mail/index.ts'
import {
  smsPort,
  SmsRejectedError,
  whatsAppPort,
  type SmsSender,
  type WhatsAppSender,
} from '../kit/sms/index.ts'
import { mailCatcher } from '../../dev/catchers/mail-catcher.ts'
import { development } from '../../dev/index.ts'
import { chooseAdapters, type AdapterSet } from './adapters.ts'
import { configure } from '../../dev/test-kit/config.ts'

const data_dir = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-partners-'))
afterAll(() => fs.rmSync(data_dir, { recursive: true, force: true }))

const mail = { from: 'a@fynbos.example', to: ['b@fynbos.example'], subject: 'Hello', text: 'Hello', html: '' }
const sms = { from: '', to: '27821234567', text: 'Hello', id: '1', report_url: 'https://fynbos.example/r' }
const whatsapp = {
  from: '27821234567',
  to: '27821234568',
  template: 'hello',
  placeholders: [],
  id: '1',
  report_url: 'https://fynbos.example/r',
}

describe('adapters of a non-local installation without a mail server and an SMS gateway', () => {
  let adapterSet: AdapterSet | undefined
  const choose = async (installation: { is_local: boolean; mail: 'on' | 'off' }): Promise<AdapterSet> => {
    adapterSet = await chooseAdapters({
      data_dir,
      host: '127.0.0.1',
      installation,
      fakes: development.fakes,
    })
    return adapterSet
  }
  const adapter = <Adapter>(name: string) => adapterSet?.adapters.get(name) as Adapter
  afterEach(async () => {
    vi.unstubAllEnvs()
    await adapterSet?.close()
  })

  it('uses no fakes and rejects mail, SMS and WhatsApp permanently with the reason', async () => {
    expect((await choose({ is_local: false, mail: 'off' })).addresses).toEqual([])
    const mailed = adapter<Mailer>(mailPort.name).send(mail, null)
    await expect(mailed).rejects.toBeInstanceOf(MailRejectedError)
    await expect(mailed).rejects.toThrow('This installation sends no mail (MAIL=off).')
    const texted = adapter<SmsSender>(smsPort.name).send(sms, null)
    await expect(texted).rejects.toBeInstanceOf(SmsRejectedError)
    await expect(texted).rejects.toThrow('This installation has no SMS gateway.')
    const written = adapter<WhatsAppSender>(whatsAppPort.name).send(whatsapp, null)
    await expect(written).rejects.toThrow('This installation has no SMS gateway.')
  })

  it('sends mail of a provider through its own mail server', async () => {
    configure({ OUTBOUND_PRIVATE: 'allow' })
    await choose({ is_local: false, mail: 'off' })
    const catcher = await mailCatcher({ host: '127.0.0.1', smtp_port: 0, http_port: 0 })
    const own = { host: '127.0.0.1', port: catcher.smtp_port, user: '', password: '' }
    await adapter<Mailer>(mailPort.name).send(mail, own)
    expect(catcher.messages()).toMatchObject([{ subject: 'Hello' }])
    await adapterSet?.close()
    await catcher.close()
  })

  it('sends no mail through the installation’s server when mail is off', async () => {
    configure({ environment: { SMTP_URL: 'smtp://127.0.0.1:9' } })
    await choose({ is_local: true, mail: 'off' })
    await expect(adapter<Mailer>(mailPort.name).send(mail, null)).rejects.toBeInstanceOf(MailRejectedError)
  })
})
