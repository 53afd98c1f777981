import { afterAll, beforeAll } from 'vitest'
import { mailCatcher, type MailCatcher } from '../../catchers/mail-catcher.ts'
import { smsCatcher, type SmsCatcher } from '../../catchers/sms-catcher.ts'
import { mailPort } from '../../../src/kit/mail/index.ts'
import { callPort, smsPort, whatsAppPort } from '../../../src/kit/sms/index.ts'
import type { TestProvider } from '../provider.ts'

/** Catches mail sent over real SMTP in the tests of one file, from every company passed to `take`. */
export function caughtMail() {
  let catcher: MailCatcher
  beforeAll(async () => {
    catcher = await mailCatcher({ host: '127.0.0.1', smtp_port: 0, http_port: 0 })
  })
  afterAll(() => catcher.close())
  return {
    messages: () => catcher.messages(),
    take: (p: TestProvider) => void p.runtime.runtime.adapters.set(mailPort.name, catcher.mailer),
  }
}

/** Catches SMS and WhatsApp messages in the tests of one file, sent over the real protocol. */
export function caughtSms() {
  let catcher: SmsCatcher
  beforeAll(async () => {
    catcher = await smsCatcher({ host: '127.0.0.1', http_port: 0 })
  })
  afterAll(() => catcher.close())
  return {
    messages: () => catcher.messages(),
    calls: () => catcher.calls(),
    /** Returns this status for all following requests; `null` restores normal responses. */
    answerWith: (status: number | null) => catcher.answerWith(status),
    reportOf: (...about: Parameters<SmsCatcher['reportOf']>) => catcher.reportOf(...about),
    replyTo: (...about: Parameters<SmsCatcher['replyTo']>) => catcher.replyTo(...about),
    take: (p: TestProvider) => {
      p.runtime.runtime.adapters.set(smsPort.name, catcher.sender)
      p.runtime.runtime.adapters.set(whatsAppPort.name, catcher.whatsapp)
      p.runtime.runtime.adapters.set(callPort.name, catcher.connector)
    },
  }
}
