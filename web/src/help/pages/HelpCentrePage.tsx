import { IconSearch } from '../../kit/icons/icons.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { helpApi } from '@waybill/domain/help/api'
import { help_categories, help_category_keys, type HelpEntry } from '@waybill/domain/help/model'
import { endpointQuery } from '../../kit/api/index.ts'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Page } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { EmptyState, Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { useTypedSearch } from '../../kit/url/use-typed-search.ts'
import { ArticleLinks } from '../ArticleLinks.tsx'
import styles from './help-centre-page.module.css'
import { HelpContact } from '../HelpContact.tsx'

/** The help centre page: a search, and the articles by category (HELP-001). */
export default function HelpCentrePage() {
  const me = useMe()
  const { searched, typed, setTyped } = useTypedSearch()
  const query = useQuery({
    ...endpointQuery(helpApi.articles, { search: searched || undefined }),
    placeholderData: keepPreviousData,
  })
  const articles = query.data?.articles
  return (
    <Page width="form">
      <PageHeader
        title="Help centre"
        actions={
          mayCall(me, helpApi.create) && <ButtonLink to="/help-centre/manage">Manage articles</ButtonLink>
        }
      />
      <div className={styles.search} role="search">
        <TextField
          {...standaloneField('q', typed, setTyped)}
          label="Search the help centre"
          hideLabel
          type="search"
          icon={IconSearch}
          placeholder="What do you want to know?"
          autoComplete="off"
          enterKeyHint="search"
          takesScans
        />
      </div>
      {query.error && !articles ? (
        <RegionError thrown={query.error} what="The articles" onRetry={() => void query.refetch()} />
      ) : !articles ? (
        <Loading lines={8} />
      ) : searched ? (
        <Found articles={articles} searched={searched} onClear={() => setTyped('')} />
      ) : (
        <Categories articles={articles} />
      )}
      <HelpContact hasForm />
    </Page>
  )
}

function Found({
  articles,
  searched,
  onClear,
}: {
  articles: readonly HelpEntry[]
  searched: string
  onClear: () => void
}) {
  const all = useQuery({
    ...endpointQuery(helpApi.articles, { search: undefined }),
    enabled: articles.length === 0,
  })
  const count = articles.length === 1 ? '1 article' : `${articles.length} articles`
  return (
    <div className={styles.found}>
      <p className="only-heard" role="status">
        {count} found
      </p>
      {articles.length === 0 ? (
        <>
          <EmptyState
            title={`Nothing found for ‘${searched}’.`}
            action={<Button onClick={onClear}>Show all articles</Button>}
          >
            Try one word, such as invoice, label or PIN. All articles are listed below, and under them how to
            contact us.
          </EmptyState>
          <Categories articles={all.data?.articles ?? []} />
        </>
      ) : (
        <Card title="Found" note={count} flush>
          <ArticleLinks of={articles} />
        </Card>
      )}
    </div>
  )
}

function Categories({ articles }: { articles: readonly HelpEntry[] }) {
  return (
    <div className={styles.categories}>
      {help_category_keys
        .map((key) => ({ key, own: articles.filter(({ category }) => category === key) }))
        .filter(({ own }) => own.length > 0)
        .map(({ key, own }) => (
          <Card key={key} title={help_categories[key]} flush>
            <ArticleLinks of={own} />
          </Card>
        ))}
    </div>
  )
}
