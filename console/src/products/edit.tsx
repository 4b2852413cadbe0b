import { Alert, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ComponentProps, useMemo } from 'react'
import { type Api, isProblem } from '../api/client.ts'
import { settingsQuery } from '../api/queries.ts'
import { DeleteMenu } from '../components/action-menu.tsx'
import { Back } from '../components/back.tsx'
import { ConfirmDialog } from '../components/confirm.tsx'
import { IconArchive, IconArchiveOff } from '../components/icons.ts'
import { May } from '../components/may.tsx'
import { tellDone, tellFailed } from '../components/notices.tsx'
import { Page } from '../components/page.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useAct } from '../components/use-act.ts'
import { useChange } from '../components/use-send.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { newProductForm, type productBody, productForm } from './form.ts'
import { ProductFields } from './form.tsx'
import { PRODUCTS_KEY, type Product, productQuery } from './queries.ts'

const route = getRouteApi('/app/products/$id')

type Body = ReturnType<typeof productBody>

export function NewProduct() {
  const words = useWords().products
  const queries = useQueryClient()
  const navigate = useNavigate()
  const settings = useQuery(settingsQuery)
  const create = async (api: Api, body: Body) => {
    const { name } = await api.createProduct({ body })
    await queries.invalidateQueries({ queryKey: [PRODUCTS_KEY] })
    tellDone(words.created(name))
    await navigate({ to: '/products', ignoreBlocker: true })
  }
  return (
    <Page title={words.newTitle} needs="write">
      <QueryView of={settings}>{(it) => <NewFields settings={it} onSave={create} />}</QueryView>
    </Page>
  )
}

function NewFields(props: Pick<ComponentProps<typeof ProductFields>, 'settings' | 'onSave'>) {
  const { currency } = props.settings
  const start = useMemo(() => newProductForm(currency), [currency])
  return <ProductFields start={start} {...props} />
}

export function EditProduct() {
  const { id } = route.useParams()
  const product = useQuery({ ...productQuery(id), refetchOnWindowFocus: false })
  return (
    <QueryView of={product} kind="product">
      {(it) => <Edit key={it.product.version} {...it} />}
    </QueryView>
  )
}

interface Props {
  readonly product: Product
  readonly etag: string | undefined
}

function Edit({ product, etag }: Props) {
  const words = useWords().products
  const { language } = useLanguage()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const settings = useQuery(settingsQuery)
  const { id, name, archived } = product
  const start = useMemo(() => productForm(product, language), [product, language])
  const save = async (api: Api, body: Body) => {
    await api.request('patchProduct', { path: { id }, body, ifMatch: etag })
    await queries.invalidateQueries({ queryKey: [PRODUCTS_KEY] })
    tellDone(words.saved(name))
    await navigate({ to: '/products', ignoreBlocker: true })
  }
  return (
    <Page
      title={name}
      back={<Back to="/products" label={words.title} />}
      actions={
        <May needs="write">
          <Actions product={product} etag={etag} />
        </May>
      }
    >
      {archived && <Alert color="gray">{words.archivedText}</Alert>}
      <QueryView of={settings}>
        {(it) => <ProductFields start={start} settings={it} onSave={save} />}
      </QueryView>
    </Page>
  )
}

/** Archiving can be undone; deleting is refused while invoices use the product. */
function Actions({ product, etag }: Props) {
  const words = useWords().products
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { id, name, archived } = product
  const { act, isBusy } = useAct([PRODUCTS_KEY])
  const [isDeleting, deleting] = useDisclosure()
  const archive = (api: Api, isArchived: boolean) =>
    api.patchProduct({ path: { id }, body: { archived: isArchived } })
  const remove = useChange({
    run: (api) => api.deleteProduct({ path: { id }, ifMatch: etag }),
    onSuccess: async () => {
      tellDone(words.deleted(name))
      await navigate({ to: '/products', ignoreBlocker: true })
      await queries.invalidateQueries({ queryKey: [PRODUCTS_KEY, 'list'] })
    },
    onError: (error) =>
      tellFailed(isProblem(error, 'product_in_use') ? new Error(words.inUse) : error),
  })
  const Icon = archived ? IconArchiveOff : IconArchive
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon size={18} aria-hidden />}
        loading={isBusy}
        onClick={() =>
          act({
            run: (api) => archive(api, !archived),
            done: archived ? words.restoredDone(name) : words.archivedDone(name),
            undo: (api) => archive(api, archived),
          })
        }
      >
        {archived ? words.restore : words.archive}
      </Button>
      <DeleteMenu label={words.delete} onDelete={deleting.open} />
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={deleting.close}
        title={words.deleteTitle(name)}
        text={words.deleteText}
        verb={words.delete}
        onConfirm={() => remove.mutate()}
      />
    </>
  )
}
