import { lookup } from 'node:dns/promises'
import { isPublic } from '../outbound/index.ts'
import { MailRejectedError, type Mailer, type CompanyMailServer } from './mail-port.ts'
import { smtpMailer, type SmtpMailer } from './smtp-mailer.ts'

/** Maximum number of company mail servers with open connections; the least recently used one is closed. */
const max_stored = 50

/**
 * Sends mail through the server of the installation or of the company. A company’s server is an address that a user
 * entered: every IP address of its host must be public, and the connection goes to an address that was checked.
 */
export function withCompanyMailServers(
  installation: SmtpMailer,
  { allow_private }: { allow_private: boolean },
): Mailer & { close(): void } {
  const mailers = new Map<string, SmtpMailer>()

  async function mailerOf({ host, port, user, password }: CompanyMailServer): Promise<SmtpMailer> {
    const addresses = await lookup(host, { all: true })
    const inside = addresses.find(({ address }) => !isPublic(address))
    const [first] = addresses
    if (!first) throw new Error(`The mail server ${host} could not be found.`)
    if (inside && !allow_private)
      throw new MailRejectedError(`The mail server ${host} is not in a public network.`)
    const key = JSON.stringify([host, first.address, port, user, password])
    const known = mailers.get(key)
    mailers.delete(key)
    const mailer =
      known ?? smtpMailer({ host: first.address, known_as: host, port, ...(user ? { user, password } : {}) })
    mailers.set(key, mailer)
    const [oldest] = mailers.keys()
    if (mailers.size > max_stored && oldest !== undefined) {
      mailers.get(oldest)?.close()
      mailers.delete(oldest)
    }
    return mailer
  }

  return {
    send: async (mail, own) => (own ? await mailerOf(own) : installation).send(mail),
    close() {
      for (const mailer of mailers.values()) mailer.close()
      installation.close()
    },
  }
}
