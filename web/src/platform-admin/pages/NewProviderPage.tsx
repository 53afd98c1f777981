import { theme_defaults } from '@waybill/domain/kit/theme'
import { checkNewProvider } from '@waybill/domain/platform-admin/provider-rules'
import { providersApi } from '@waybill/domain/platform-admin/providers-api'
import { PictureEditor } from '../../files/index.ts'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { FieldFrame } from '../../kit/form/FieldFrame.tsx'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextArea, TextField } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Page, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { originsIn } from '../provider-edit.ts'

const nothing = {
  name: '',
  origins: '',
  provider_title: '',
  theme_primary: '',
  theme_nav_bg: '',
  logo_url: '',
  admin_name: '',
  admin_email: '',
  branch_name: '',
  branch_public_name: '',
}
const sentOf = (values: typeof nothing) => ({ ...values, origins: originsIn(values.origins) })

/** Creates a courier company with everything it needs for its first day (ADMIN-001). */
export default function NewProviderPage() {
  const go = useGo()
  const form = useForm({ initial: nothing, check: (values) => checkNewProvider(sentOf(values)) })
  const logo = form.field('logo_url')
  const create = useEndpointMutation(providersApi.create, {
    inForm: true,
    refresh: [providersApi.list],
    done: ({ id, name }, { admin_email }) => {
      toast.success(`${name} created. An invitation is on its way to ${admin_email}.`)
      void go(`/shiplogic-admin/providers/${id}`, { replace: true })
    },
  })
  return (
    <Page width="form">
      <PageHeader title="New provider" back={{ to: '/shiplogic-admin/providers', label: 'Providers' }} />
      <FormPanel
        form={form}
        saving={create.isPending || create.isSuccess}
        error={create.error}
        submit="Create provider"
        note="Roles, starter prices and public holidays are created with it."
        onSubmit={(values) => create.mutate(sentOf(values))}
      >
        <Card title="Company">
          <Stack>
            <TextField
              {...form.field('name')}
              label="Legal name"
              hint="As on its contracts."
              maxLength={120}
            />
            <TextArea
              {...form.field('origins')}
              label="Host names"
              hint="Addresses of its pages, one per line. The first one is used in links."
            />
          </Stack>
        </Card>
        <Card title="Brand">
          <Stack>
            <TextField
              {...form.field('provider_title')}
              label="Name people see"
              hint="In the browser tab, on labels and in messages."
              maxLength={120}
            />
            <FieldFrame
              binding={logo}
              appearance={{
                label: 'Logo',
                optional: true,
                hint: 'On its sign-in page, in mail and on documents.',
              }}
            >
              {({ id }) => (
                <PictureEditor
                  id={id}
                  shape="wide"
                  label="Logo"
                  value={logo.value}
                  onChange={logo.onChange}
                />
              )}
            </FieldFrame>
            <TextField
              {...form.field('theme_primary')}
              label="Primary colour"
              placeholder={theme_defaults.theme_primary}
              optional
              mono
              width={240}
            />
            <TextField
              {...form.field('theme_nav_bg')}
              label="Colour of the navigation"
              placeholder={theme_defaults.theme_nav_bg}
              optional
              mono
              width={240}
            />
          </Stack>
        </Card>
        <Card title="First administrator">
          <Stack>
            <TextField {...form.field('admin_name')} label="Name" autoComplete="off" maxLength={120} />
            <TextField
              {...form.field('admin_email')}
              label="Email"
              type="email"
              hint="Gets a link to choose a password."
              autoComplete="off"
              maxLength={254}
            />
          </Stack>
        </Card>
        <Card title="First branch">
          <Stack>
            <TextField
              {...form.field('branch_name')}
              label="Code"
              hint="Such as JNB."
              maxLength={20}
              width={140}
            />
            <TextField
              {...form.field('branch_public_name')}
              label="Name for customers"
              optional
              maxLength={120}
            />
          </Stack>
        </Card>
      </FormPanel>
    </Page>
  )
}
