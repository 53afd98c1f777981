import { IconDownload } from '@tabler/icons-react'
import { identityApi } from '@waybill/domain/identity/api'
import { user_columns } from '@waybill/domain/identity/user-import'
import { usersApi } from '@waybill/domain/identity/users-api'
import type { Output } from '@waybill/domain/kit/endpoint'
import { useState } from 'react'
import { useSend } from '../../kit/api/index.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { downloadText, toCsv } from '../../kit/table/csv.ts'
import { ButtonLink } from '../../kit/ui/AppLink.tsx'
import { Button } from '../../kit/ui/Button.tsx'
import { Card } from '../../kit/ui/Card.tsx'
import { Page, Row, Stack } from '../../kit/ui/Layout.tsx'
import { Notice } from '../../kit/ui/Notice.tsx'
import { PageHeader } from '../../kit/ui/PageHeader.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import styles from '../roles.module.css'

type Checked = Output<typeof usersApi.importFile>

const template = toCsv([
  [...user_columns],
  ['Lerato Khumalo', 'lerato@example.com', '082 123 4567', 'Controller', '', 'CPT'],
])

/** Invites the users of a CSV file: first it is checked line by line, then all are invited or none (domain notes 14). */
export default function UsersImportPage() {
  const go = useGo()
  const [file, setFile] = useState<{ name: string; text: string } | null>(null)
  const [checked, setChecked] = useState<Checked | null>(null)
  const [refusal, setRefusal] = useState('')
  const failed = (thrown: Error): void => {
    setRefusal(thrown.message)
    setChecked(null)
  }
  const check = useSend(usersApi.importFile, { done: setChecked, failed })
  const run = useSend(usersApi.importFile, {
    refresh: [identityApi.users],
    failed,
    done: ({ imported }) => {
      toast.success(imported === 1 ? 'One invitation sent' : `${imported} invitations sent`)
      go('/users')
    },
  })
  const read = async (chosen: File | undefined): Promise<void> => {
    if (!chosen) return
    const text = await chosen.text()
    setFile({ name: chosen.name, text })
    setRefusal('')
    setChecked(null)
    check.mutate({ text, dry_run: true })
  }
  const wrong = checked?.lines.filter(({ problems }) => problems.length > 0) ?? []
  const total = checked?.lines.length ?? 0
  return (
    <Page width="detail">
      <PageHeader title="Users bulk import" back={{ to: '/users', label: 'Users' }} />
      <Stack>
        <Card title="File">
          <Stack>
            <p>
              A CSV file with a line for every user. The columns are {user_columns.join(', ')}; name, email
              and role are needed. Every user gets an invitation by email.
            </p>
            <Row>
              <label>
                <span className="only-heard">CSV file</span>
                <input
                  type="file"
                  accept=".csv,text/csv"
                  onChange={(event) => {
                    void read(event.target.files?.[0])
                    event.target.value = ''
                  }}
                />
              </label>
              <Button icon={IconDownload} onClick={() => downloadText('users-template.csv', template)}>
                Download template
              </Button>
            </Row>
            {check.isPending && <p role="status">Checking {file?.name}…</p>}
            {refusal && <Notice variant="error" title={refusal} />}
          </Stack>
        </Card>
        {checked && file && (
          <Card title={file.name} note={total === 1 ? '1 user' : `${total} users`} flush>
            <div className={styles.scroll} tabIndex={0} role="region" aria-label="Lines of the file">
              <table className={styles.lines}>
                <thead>
                  <tr>
                    <th scope="col">Line</th>
                    <th scope="col">Name</th>
                    <th scope="col">Email</th>
                    <th scope="col">Role</th>
                    <th scope="col">Result</th>
                  </tr>
                </thead>
                <tbody>
                  {checked.lines.map(({ line, name, email, role, problems }) => (
                    <tr key={line}>
                      <td>{line}</td>
                      <td>{name}</td>
                      <td>{email}</td>
                      <td>{role}</td>
                      <td>
                        {problems.length === 0 ? (
                          'Ready'
                        ) : (
                          <span className={styles.wrong}>{problems.join(' ')}</span>
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </Card>
        )}
        {checked && file && wrong.length > 0 && (
          <Notice
            variant="warning"
            title={wrong.length === 1 ? 'One line is wrong.' : `${wrong.length} lines are wrong.`}
          >
            Nothing is imported until every line is right. Correct the file and choose it again.
          </Notice>
        )}
        {checked && file && wrong.length === 0 && (
          <Row>
            <ButtonLink to="/users">Cancel</ButtonLink>
            <Button variant="primary" busy={run.isPending} onClick={() => run.mutate({ text: file.text })}>
              {total === 1 ? 'Invite 1 user' : `Invite ${total} users`}
            </Button>
          </Row>
        )}
      </Stack>
    </Page>
  )
}
