import { IconTrash } from '../../kit/icons/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { helpApi } from '@waybill/domain/help/api'
import {
  articleProblems,
  help_categories,
  help_category_keys,
  help_readers,
  reader_names,
  type HelpCategory,
  type HelpReader,
  type ManagedArticle,
} from '@waybill/domain/help/model'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { Checkbox, Toggle } from '../../kit/form/choices/Choices.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextArea, TextField } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { confirmAction } from '../../kit/layers/alerts.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Columns, Page } from '../../kit/ui/page-layout/Layout.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { PendingRecord } from '../../kit/ui/states/PendingRecord.tsx'
import { Prose } from '../../kit/ui/texts/Prose.tsx'
import { useMayVisit } from '../../kit/url/may-visit.ts'
import { useGo } from '../../kit/url/use-go.ts'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { help_queries } from '../help-queries.ts'
import styles from './edit-article-page.module.css'

const list_path = '/help-centre/manage'
const back = { to: list_path, label: 'Help articles' }

interface Draft {
  title: string
  summary: string
  category: HelpCategory
  readers: Record<HelpReader, boolean>
  keywords: string
  text: string
  is_shown: boolean
}

/** Editor page for a new or existing help article (HELP-003). */
export default function EditArticlePage() {
  const slug = usePathPart('slug')
  const query = useQuery({ ...endpointQuery(helpApi.managed, {}), enabled: slug !== 'new' })
  const article = query.data?.articles.find((one) => one.slug === slug)
  if (slug === 'new') return <Editor key="new" article={null} />
  if (article) return <Editor key={`${slug} ${article.version}`} article={article} />
  return <PendingRecord name="article" back={back} query={query} missing="There is no such article." />
}

function draftOf(article: ManagedArticle | null): Draft {
  const readers = (reader: HelpReader): boolean => article?.readers.includes(reader) ?? reader === 'account'
  return {
    title: article?.title ?? '',
    summary: article?.summary ?? '',
    category: article?.category ?? 'send',
    readers: {
      guest: readers('guest'),
      account: readers('account'),
      staff: readers('staff'),
      driver: readers('driver'),
    },
    keywords: article?.keywords ?? '',
    text: article?.text ?? '',
    is_shown: article?.is_shown ?? true,
  }
}

function sentOf(draft: Draft) {
  return { ...draft, readers: help_readers.filter((reader) => draft.readers[reader]) }
}

function Editor({ article }: { article: ManagedArticle | null }) {
  const go = useGo()
  const me = useMe()
  const mayVisit = useMayVisit()
  const form = useForm<Draft>({
    initial: draftOf(article),
    check: (draft) => articleProblems(sentOf(draft)),
  })
  const done = () => {
    toast.success('Article saved')
    void go(list_path)
  }
  const create = useEndpointMutation(helpApi.create, { inForm: true, refresh: help_queries, done })
  const change = useEndpointMutation(helpApi.change, { inForm: true, refresh: help_queries, done })
  const remove = useEndpointMutation(helpApi.remove, { refresh: help_queries, done: () => go(list_path) })
  const isOwn = article !== null && !article.is_product
  const save = (draft: Draft): void => {
    if (isOwn) change.mutate({ ...sentOf(draft), slug: article.slug, version: article.version })
    else create.mutate({ ...sentOf(draft), ...(article ? { slug: article.slug } : {}) })
  }
  const confirmRemoval = async (): Promise<void> => {
    const isSure = await confirmAction({
      title: `Remove ‘${article?.title ?? ''}’?`,
      body: 'This cannot be undone. If the product has an article at this address, it is shown again.',
      confirm: 'Remove article',
      cancel: 'Keep article',
      danger: true,
    })
    if (isSure && article) remove.mutate({ slug: article.slug })
  }
  const readerField = (reader: HelpReader) =>
    standaloneField(`readers.${reader}`, form.values.readers[reader], (isFor: boolean) =>
      form.set('readers', { ...form.values.readers, [reader]: isFor }),
    )
  const readers = form.field('readers')
  readers.register('Readers')
  return (
    <Page width="detail">
      <PageHeader
        title={article ? article.title : 'New article'}
        back={back}
        actions={
          isOwn &&
          mayCall(me, helpApi.remove) && (
            <Button icon={IconTrash} onClick={() => confirmRemoval()}>
              Remove
            </Button>
          )
        }
      />
      {article?.is_product && (
        <Notice variant="info">
          This article is part of the product and is updated with it. Your saved version replaces it.
        </Notice>
      )}
      <Columns
        main={
          <Card title="Article">
            <FormPanel
              form={form}
              saving={create.isPending || change.isPending}
              error={create.error ?? change.error}
              onSubmit={save}
              submit={article && isOwn ? 'Save changes' : 'Save article'}
            >
              <TextField {...form.field('title')} label="Title" />
              <TextField {...form.field('summary')} label="Summary" hint="One sentence, shown in lists." />
              <SelectField
                {...form.field('category')}
                label="Heading"
                options={help_category_keys.map((key) => ({ value: key, label: help_categories[key] }))}
              />
              <fieldset className={styles.readers}>
                <legend className={styles.readersLegend}>Who it is for</legend>
                {help_readers.map((reader) => (
                  <Checkbox key={reader} {...readerField(reader)} label={reader_names[reader]} />
                ))}
                {readers.error && <p className={styles.problem}>{readers.error}</p>}
              </fieldset>
              <TextField
                {...form.field('keywords')}
                label="Search words"
                hint="Words people may search for that are not in the text."
                optional
              />
              <TextArea
                {...form.field('text')}
                label="Text"
                hint="## heading, - list, 1. steps, > note, **strong**, [link](/track)."
                rows={16}
              />
              <Toggle {...form.field('is_shown')} label="Shown in the help centre" />
            </FormPanel>
          </Card>
        }
        side={
          <Card title="Preview">
            {form.values.text.trim() === '' ? (
              <p>A preview of the article appears here.</p>
            ) : (
              <Prose text={form.values.text} mayGo={(path) => mayVisit(path.split('?')[0] ?? '')} />
            )}
          </Card>
        }
      />
    </Page>
  )
}
