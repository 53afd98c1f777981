import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smtpMailer, withCompanyMailServers, MailRejectedError } from '../../src/kit/mail/index.ts'
import type { CaughtMail } from './caught-mail.ts'
import { mailCatcher, type MailCatcher } from './mail-catcher.ts'

const mail = {
  from: '"Fynbos" <no-reply@fynbos.example>',
  to: ['naledi@example.com'],
  subject: 'K7M2QX: ünder way',
  text: 'On its way',
  html: '<p>On its way</p><script>alert(1)</script>',
}

describe('mail catcher over SMTP', () => {
  let catcher: MailCatcher
  beforeAll(async () => {
    catcher = await mailCatcher({ host: '127.0.0.1', smtp_port: 0, http_port: 0 })
  })
  afterAll(() => catcher.close())

  it('stores the sender, receivers, subject, headers and text, and returns them as JSON', async () => {
    const { message_id } = await catcher.mailer.send({
      ...mail,
      headers: { 'Message-ID': '<one@fynbos.example>' },
    })
    expect(message_id).toBe('<one@fynbos.example>')
    const [caught] = (await (await fetch(`${catcher.url}/messages`)).json()) as CaughtMail[]
    expect(caught).toMatchObject({
      from: 'Fynbos <no-reply@fynbos.example>',
      to: ['naledi@example.com'],
      subject: 'K7M2QX: ünder way',
      headers: { 'message-id': '<one@fynbos.example>' },
    })
    expect(caught?.text.trim()).toBe('On its way')
  })

  it('stores a message once when it is sent again with the same id to the same receivers', async () => {
    const headers = { 'Message-ID': '<twice@fynbos.example>' }
    for (const to of ['a@example.com', 'a@example.com', 'b@example.com'])
      await catcher.mailer.send({ ...mail, to: [to], headers })
    const caught = catcher.messages().filter((one) => one.headers['message-id'] === headers['Message-ID'])
    expect(caught.map(({ to }) => to[0])).toEqual(['b@example.com', 'a@example.com'])
  })

  it('shows a message in a sandboxed iframe, and returns 404 for an unknown message', async () => {
    await catcher.mailer.send(mail)
    const id = catcher.messages()[0]?.id
    const view = await fetch(`${catcher.url}/messages/${id}`)
    expect(await view.text()).toMatch(/<iframe\s+src="\/messages\/\d+\/html"\s+sandbox\s/)
    const inner = await fetch(`${catcher.url}/messages/${id}/html`)
    expect(inner.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
    expect((await fetch(`${catcher.url}/messages/999`)).status).toBe(404)
  })

  it('stores at most 500 messages', async () => {
    for (let round = 0; round < 501; round += 1) await catcher.mailer.send(mail)
    expect(catcher.messages()).toHaveLength(500)
  })

  it('uses another port for its inbox when the given port is in use', async () => {
    const port = Number(new URL(catcher.url).port)
    const second = await mailCatcher({ host: '127.0.0.1', smtp_port: 0, http_port: port })
    expect(second.url).not.toBe(catcher.url)
    await second.close()
  })

  it('throws MailRejectedError for a rejected message and another error for an unreachable server', async () => {
    await expect(catcher.mailer.send({ ...mail, to: [] })).rejects.toBeInstanceOf(MailRejectedError)
    const nowhere = smtpMailer({ host: '127.0.0.1', port: 1 })
    const failure = await nowhere.send(mail).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(MailRejectedError)
    nowhere.close()
  })
})

describe('mail servers of companies', () => {
  let ours: MailCatcher
  let theirs: MailCatcher
  beforeAll(async () => {
    const about = { host: '127.0.0.1', smtp_port: 0, http_port: 0 }
    ;[ours, theirs] = await Promise.all([mailCatcher(about), mailCatcher(about)])
  })
  afterAll(async () => {
    await Promise.all([ours.close(), theirs.close()])
  })
  const own = () => ({ host: '127.0.0.1', port: theirs.smtp_port, user: '', password: '' })

  it('sends through the company’s server, and through the installation’s server when the company has none', async () => {
    const mailer = withCompanyMailServers(ours.mailer, { allow_private: true })
    await mailer.send(mail, own())
    await mailer.send({ ...mail, subject: 'Through the installation' }, null)
    expect(theirs.messages().map(({ subject }) => subject)).toEqual([mail.subject])
    expect(ours.messages().map(({ subject }) => subject)).toEqual(['Through the installation'])
    mailer.close()
  })

  it('rejects mail when the server is in a private network, and delivers nothing to it', async () => {
    const before = theirs.messages().length
    const mailer = withCompanyMailServers(ours.mailer, { allow_private: false })
    for (const host of ['127.0.0.1', 'localhost', '169.254.169.254', '::1', '10.0.0.7'])
      await expect(mailer.send(mail, { ...own(), host }), host).rejects.toThrow(
        `The mail server ${host} is not in a public network.`,
      )
    expect(theirs.messages()).toHaveLength(before)
    mailer.close()
  })
})
