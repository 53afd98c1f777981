import { interhubApi } from '@waybill/domain/hub/interhub-api'
import { interhub_carriers, interhub_service_levels } from '@waybill/domain/hub/settings'
import { useEndpointMutation } from '../../../kit/api/index.ts'
import { FormPanel } from '../../../kit/form/FormPanel.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { toast } from '../../../kit/layers/toasts.ts'
import { useMe, useSetting } from '../../../kit/session/me.ts'
import { Card } from '../../../kit/ui/page-layout/Card.tsx'
import { Page } from '../../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../../kit/ui/page-layout/PageHeader.tsx'
import { Loading } from '../../../kit/ui/states/States.tsx'
import { useGo } from '../../../kit/url/use-go.ts'
import { newManifest, problemsOf, sentOf } from '../manifest-edit.ts'
import { ManifestFields } from '../ManifestFields.tsx'
import { usePlaces, type Places } from '../../pages/use-places.ts'

/** Page to open a manifest between two branches. */
export default function NewManifestPage() {
  const places = usePlaces()
  return (
    <Page width="form">
      <PageHeader title="New manifest" back={{ to: '/interhub-transfers', label: 'Interhub manifests' }} />
      <Card title="Load">{places ? <NewManifest places={places} /> : <Loading lines={8} />}</Card>
    </Page>
  )
}

function NewManifest({ places }: { places: Places }) {
  const me = useMe()
  const go = useGo()
  const carriers = useSetting(interhub_carriers).map(({ name }) => name)
  const services = useSetting(interhub_service_levels)
  const form = useForm({
    initial: newManifest(me.branch_id, carriers, services),
    check: problemsOf,
  })
  const create = useEndpointMutation(interhubApi.create, {
    inForm: true,
    refresh: [interhubApi.list],
    done: ({ id, display_id }) => {
      toast.success(`${display_id} opened`)
      void go(`/interhub-transfers/${id}`, { replace: true })
    },
  })
  return (
    <FormPanel
      form={form}
      saving={create.isPending || create.isSuccess}
      error={create.error}
      submit="Open manifest"
      onSubmit={(values) => {
        const { cost, ...sent } = sentOf(values)
        create.mutate(cost === null ? sent : { ...sent, cost })
      }}
    >
      <ManifestFields form={form} branches={places.branches} phase={null} />
    </FormPanel>
  )
}
