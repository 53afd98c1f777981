import { lookup } from 'node:dns/promises'
import { isPublic } from '../outbound/index.ts'
import { MailRejectedError, type Mailer, type CompanyMailServer } from './mail-port.ts'
import { smtpMailer, type SmtpMailer } from './smtp-mailer.ts'

/** Companies whose connections are kept open at once; the one that waited longest gives way. */
const max_stored = 50

/**
 * Mail through the installation's server, or through a company's own. What a company sets is an address somebody gave
 * us: every address behind its name must be of the public internet, and the connection goes to one that was looked at.
 */
export function withCompanyMailServers(
  installation: SmtpMailer,
  { allow_private }: { allow_private: boolean },
): Mailer & { close(): void } {
  const kept = new Map<string, SmtpMailer>()

  async function mailerOf({ host, port, user, password }: CompanyMailServer): Promise<SmtpMailer> {
    const addresses = await lookup(host, { all: true })
    const inside = addresses.find(({ address }) => !isPublic(address))
    const [first] = addresses
    if (!first) throw new Error(`The mail server ${host} could not be found.`)
    if (inside && !allow_private)
      throw new MailRejectedError(`The mail server ${host} lies in a network that is not public.`)
    const key = JSON.stringify([host, first.address, port, user, password])
    const known = kept.get(key)
    kept.delete(key)
    const mailer =
      known ?? smtpMailer({ host: first.address, known_as: host, port, ...(user ? { user, password } : {}) })
    kept.set(key, mailer)
    const [oldest] = kept.keys()
    if (kept.size > max_stored && oldest !== undefined) {
      kept.get(oldest)?.close()
      kept.delete(oldest)
    }
    return mailer
  }

  return {
    send: async (mail, own) => (own ? await mailerOf(own) : installation).send(mail),
    close() {
      for (const mailer of kept.values()) mailer.close()
      installation.close()
    },
  }
}
