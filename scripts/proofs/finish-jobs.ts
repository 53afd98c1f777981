import type { Mailbox } from '../../server/dev/test-kit/fakes/mailbox.ts'
import type { TestProvider } from '../../server/dev/test-kit/provider.ts'
import { mailPort, smtpMailer, withCompanyMailServers } from '../../server/src/kit/mail/index.ts'

/** The time after which the leases of killed processes have expired, in ms. */
const later_ms = 600_000

/**
 * Completes the jobs that killed processes left, ten minutes later, as other processes do once the leases expired.
 * `between` does at that time what schedules would do.
 */
export async function finishJobs(
  p: TestProvider,
  mailbox: Mailbox,
  between: () => Promise<void>,
): Promise<void> {
  const { runtime, setNow } = p.runtime
  const mailer = smtpMailer({ url: mailbox.url })
  runtime.adapters.set(mailPort.name, withCompanyMailServers(mailer, { allow_private: true }))
  setNow(new Date(Date.now() + later_ms))
  for (let round = 0; round < 2; round += 1) {
    await runtime.pool.query(
      'UPDATE outbox SET leased_until = NULL, lease_token = NULL, next_attempt_at = now()',
    )
    await p.settle()
    await between()
  }
  await p.settle()
  setNow(null)
  mailer.close()
}
