import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pdf, table } from '../../src/core/files/samples.testing.ts'
import { givens } from '../givens.ts'
import { type ConsoleSite, signIn, skipped, startConsole } from './console-site.ts'

const file = (name: string, buffer: Buffer) => ({ name, mimeType: '', buffer })

describe.skipIf(skipped !== '')(`files in the console${skipped}`, () => {
  let site: ConsoleSite
  beforeAll(async () => {
    site = await startConsole()
    await givens(site.app).settings({ companyName: 'Atelier Nord' })
  })
  afterAll(() => site?.close())

  const filesOf = async (id: string) =>
    (await site.app.call('GET', `/invoices/${id}/files`)).json().data

  test('files are added to a draft, downloaded, deleted, and fixed by issuing', async () => {
    const { id } = await givens(site.app).invoice()
    const { page, bad } = await site.open()
    await signIn(page)
    await page.goto(`/invoices/${id}/edit`)
    const choose = async (...files: readonly ReturnType<typeof file>[]) => {
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Add files' }).click()
      await (await chooser).setFiles([...files])
    }
    await choose(file('Plan.pdf', pdf()), file('page.pdf', Buffer.from('<html></html>')))
    await page.getByRole('link', { name: 'Plan.pdf' }).waitFor()
    await page.getByText('page.pdf: This kind of file cannot be added.').waitFor()
    await page.getByText('File added').waitFor()
    await page.getByRole('switch', { name: 'The customer sees them' }).focus()
    await page.keyboard.press('Space')
    await choose(file('costs.csv', table()))
    await page.getByText('Internal', { exact: true }).waitFor()
    expect(await filesOf(id)).toMatchObject([
      { name: 'Plan.pdf', visible: 'customer' },
      { name: 'costs.csv', visible: 'internal' },
    ])
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Plan.pdf' }).click()
    expect((await download).suggestedFilename()).toBe('Plan.pdf')

    await site.app.call('PATCH', `/invoices/${id}`, { status: 'sent' })
    await page.goto(`/invoices/${id}`)
    await page.getByText('you can add internal files only').waitFor()
    await page.getByRole('button', { name: 'Delete costs.csv' }).click()
    await page.getByText('costs.csv deleted').waitFor()
    expect(await page.getByRole('button', { name: 'Delete Plan.pdf' }).count()).toBe(0)
    expect((await filesOf(id)).map(({ name }: { name: string }) => name)).toEqual(['Plan.pdf'])
    expect(bad).toEqual([])
  })

  test('files are dropped on an invoice', async () => {
    const { id } = await givens(site.app).invoice()
    const { page, bad } = await site.open()
    await signIn(page)
    await page.goto(`/invoices/${id}`)
    await page.getByRole('heading', { name: 'Files' }).waitFor()
    await page.evaluate(`(() => {
      const data = new DataTransfer()
      data.items.add(new File(['Day,Hours\\n'], 'hours.csv'))
      const card = document.querySelector('.file-drop')
      for (const type of ['dragover', 'drop'])
        card.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }))
    })()`)
    await page.getByRole('link', { name: 'hours.csv' }).waitFor()
    expect(await filesOf(id)).toMatchObject([{ name: 'hours.csv', media_type: 'text/csv' }])
    expect(bad).toEqual([])
  })
})
