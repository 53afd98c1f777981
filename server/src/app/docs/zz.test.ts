import fs from 'node:fs'
import { it } from 'vitest'
import { newProvider } from '../test-kit/provider.ts'
import { mailCatcher } from '../../kit/mail/index.ts'
it('x', async () => {
  const g = (await newProvider()).guest()
  fs.writeFileSync('/tmp/docs-all.html', String((await g.http('GET', '/api-docs')).body))
  fs.writeFileSync(
    '/tmp/docs-find.html',
    String((await g.http('GET', '/api-docs?find=shipments/cancel')).body),
  )
  const c = await mailCatcher({ host: '127.0.0.1', smtp_port: 0, http_port: 0 })
  fs.writeFileSync('/tmp/mail-empty.html', await (await fetch(c.url)).text())
  for (const n of [1, 2])
    await c.mailer.send({
      from: '"Fynbos" <a@b.example>',
      to: ['naledi@example.com'],
      subject: `K7M2QX: out for delivery ${n}`,
      text: 'The driver is on the way to you.\n\nPIN 1234',
      html: '<h1>Hello</h1>',
    })
  fs.writeFileSync('/tmp/mail-list.html', await (await fetch(c.url)).text())
  fs.writeFileSync('/tmp/mail-view.html', await (await fetch(c.url + '/messages/1')).text())
  await c.close()
})
