import { mailPort, type Mail, type Mailer } from '../../server/src/kit/mail/index.ts'
import type { PageProduct } from './page-api.ts'

/** Records the mails that the company sends from now on; they are still delivered. */
export function recordMails(product: PageProduct): readonly Mail[] {
  const { adapters } = product.running.runtime
  const mailer = adapters.get(mailPort.name) as Mailer
  const mails: Mail[] = []
  adapters.set(mailPort.name, {
    async send(mail, own) {
      const sent = await mailer.send(mail, own)
      mails.push(mail)
      return sent
    },
  } satisfies Mailer)
  return mails
}
