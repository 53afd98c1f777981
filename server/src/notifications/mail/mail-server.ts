import {
  email_provider,
  smtp_host,
  smtp_password,
  smtp_port,
  smtp_user,
} from '@waybill/domain/notifications/settings'
import { mailPort, type Mail, type CompanyMailServer } from '../../kit/mail/index.ts'
import type { ExternalContext, BaseContext } from '../../kit/handler.ts'

/** Returns the company’s own mail server, if configured. */
function ownServer(reader: BaseContext): CompanyMailServer | null {
  const host = reader.setting(smtp_host)
  return reader.setting(email_provider) === 'smtp' && host !== ''
    ? {
        host,
        port: reader.setting(smtp_port),
        user: reader.setting(smtp_user),
        password: reader.setting(smtp_password),
      }
    : null
}

/** Sends an e-mail through the company’s own server or that of this installation; throws the errors of `mailPort`. */
export async function sendMail(ctx: ExternalContext, mail: Mail): Promise<{ message_id: string }> {
  return ctx.adapter(mailPort).send(mail, ownServer(ctx))
}
