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

describe('mail over real SMTP', () => {
  let catcher: MailCatcher
  beforeAll(async () => {
    catcher = await mailCatcher({ host: '127.0.0.1', smtp_port: 0, http_port: 0 })
  })
  afterAll(() => catcher.close())

  it('is caught with its parts, and shown as JSON', async () => {
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

  it('is one mail when it comes again under its id to the same people, as in their mailboxes', async () => {
    const headers = { 'Message-ID': '<twice@fynbos.example>' }
    for (const to of ['a@example.com', 'a@example.com', 'b@example.com'])
      await catcher.mailer.send({ ...mail, to: [to], headers })
    const caught = catcher.messages().filter((one) => one.headers['message-id'] === headers['Message-ID'])
    expect(caught.map(({ to }) => to[0])).toEqual(['b@example.com', 'a@example.com'])
  })

  it('shows a message in a frame where nothing can run', async () => {
    await catcher.mailer.send(mail)
    const id = catcher.messages()[0]?.id
    const view = await fetch(`${catcher.url}/messages/${id}`)
    expect(await view.text()).toMatch(/<iframe\s+src="\/messages\/\d+\/html"\s+sandbox\s/)
    const inner = await fetch(`${catcher.url}/messages/${id}/html`)
    expect(inner.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
    expect((await fetch(`${catcher.url}/messages/999`)).status).toBe(404)
  })

  it('keeps the last 500', async () => {
    for (let round = 0; round < 501; round += 1) await catcher.mailer.send(mail)
    expect(catcher.messages()).toHaveLength(500)
  })

  it('takes another port for its inbox when the named one is in use', async () => {
    const port = Number(new URL(catcher.url).port)
    const second = await mailCatcher({ host: '127.0.0.1', smtp_port: 0, http_port: port })
    expect(second.url).not.toBe(catcher.url)
    await second.close()
  })

  it('tells a refusal for good from a server that is away', async () => {
    await expect(catcher.mailer.send({ ...mail, to: [] })).rejects.toBeInstanceOf(MailRejectedError)
    const nowhere = smtpMailer({ host: '127.0.0.1', port: 1 })
    const failure = await nowhere.send(mail).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(MailRejectedError)
    nowhere.close()
  })
})

describe('mail of a company with a server of its own', () => {
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

  it('goes through that server, and everybody else’s through the installation’s', async () => {
    const mailer = withCompanyMailServers(ours.mailer, { allow_private: true })
    await mailer.send(mail, own())
    await mailer.send({ ...mail, subject: 'Through the installation' }, null)
    expect(theirs.messages().map(({ subject }) => subject)).toEqual([mail.subject])
    expect(ours.messages().map(({ subject }) => subject)).toEqual(['Through the installation'])
    mailer.close()
  })

  it('is refused for good when the server lies in a private network, and nothing connects', async () => {
    const before = theirs.messages().length
    const mailer = withCompanyMailServers(ours.mailer, { allow_private: false })
    for (const host of ['127.0.0.1', 'localhost', '169.254.169.254', '::1', '10.0.0.7'])
      await expect(mailer.send(mail, { ...own(), host }), host).rejects.toThrow(
        `The mail server ${host} lies in a network that is not public.`,
      )
    expect(theirs.messages()).toHaveLength(before)
    mailer.close()
  })
})
