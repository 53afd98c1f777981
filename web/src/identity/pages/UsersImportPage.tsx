import { identityApi } from '@waybill/domain/identity/api'
import { user_columns } from '@waybill/domain/identity/users-and-roles/user-import'
import { usersApi } from '@waybill/domain/identity/users-and-roles/users-api'
import { FileImport } from '../../kit/import/FileImport.tsx'
import { toast } from '../../kit/layers/toasts.ts'
import { toCsv } from '../../kit/table/export/csv.ts'
import { Page } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { useGo } from '../../kit/url/use-go.ts'

const template = toCsv([
  [...user_columns],
  ['Lerato Khumalo', 'lerato@example.com', '082 123 4567', 'Controller', '', 'CPT'],
])
const countOf = (users: number): string => (users === 1 ? '1 user' : `${users} users`)

/**
 * Invites the users of a CSV file. First checks the file line by line, then invites all users or none
 * (docs/domain/tools.md).
 */
export default function UsersImportPage() {
  const go = useGo()
  return (
    <Page width="detail">
      <PageHeader title="Users bulk import" back={{ to: '/users', label: 'Users' }} />
      <FileImport
        endpoint={usersApi.importFile}
        refresh={[identityApi.users]}
        template={{ name: 'users-template.csv', text: template }}
        about={
          <p>
            A CSV file with a line for every user. The columns are {user_columns.join(', ')}; name, email and
            role are needed. Every user gets an invitation by email.
          </p>
        }
        columns={[
          ['name', 'Name'],
          ['email', 'Email'],
          ['role', 'Role'],
        ]}
        countOf={countOf}
        submit={(users) => `Invite ${countOf(users)}`}
        done={(imported) => {
          toast.success(imported === 1 ? 'One invitation sent' : `${imported} invitations sent`)
          void go('/users')
        }}
        cancel="/users"
      />
    </Page>
  )
}
