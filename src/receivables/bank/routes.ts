import { BankFileError, type CsvProposal, proposeCsvProfile } from '@billwright/bank-statements'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { fileTooLarge } from '../../core/files/errors.ts'
import { sendFile } from '../../core/files/replies.ts'
import { admin, read, write } from '../../core/http/access.ts'
import { pageView } from '../../core/http/pagination.ts'
import { answersOf, changeOf, locate } from '../../core/http/resource.ts'
import type { WorkOf } from '../../core/record/work.ts'
import {
  changeBankAccount,
  createBankAccount,
  deleteBankAccount,
  listBankAccounts,
  requireBankAccount,
} from './accounts.ts'
import {
  bookEntries,
  bookEntry,
  declineProposal,
  ignoreEntry,
  rematchEntry,
  reopenEntry,
  unbookEntry,
} from './book.ts'
import type { BankFile } from './file.ts'
import { fileEmpty, fileGone, unreadable } from './inner/errors.ts'
import { keptEtag } from './inner/kept.ts'
import { FILE_BYTES_MAX } from './inner/read-file.ts'
import * as schema from './inner/schema.ts'
import {
  accountView,
  entryView,
  fileView,
  learnedView,
  payoutView,
  profileView,
  ruleView,
} from './inner/view.ts'
import { forgetPayerAccount, listPayerAccounts } from './payers.ts'
import { explainPayout } from './payout.ts'
import {
  changeProfile,
  createProfile,
  deleteProfile,
  listProfiles,
  type ProfileInput,
  requireProfile,
} from './profiles.ts'
import {
  entryEtag,
  fileEtag,
  listBankEntries,
  listBankFiles,
  requireBankEntry,
  requireBankFile,
} from './read.ts'
import {
  changeRule,
  createRule,
  deleteRule,
  listRules,
  type RuleInput,
  requireRule,
} from './rules.ts'
import { undoBankFile } from './undo.ts'
import { originalOf, tryBankFile, uploadBankFile } from './upload.ts'

interface BankRoutesOptions {
  readonly workOf: WorkOf
}

export const bankRoutes: FastifyPluginAsyncTypebox<BankRoutesOptions> = async (app, options) => {
  await app.register(accountRoutes, options)
  await app.register(profileRoutes, options)
  await app.register(ruleRoutes, options)
  await app.register(fileRoutes, options)
  await app.register(entryRoutes, options)
}

const accountRoutes: FastifyPluginAsyncTypebox<BankRoutesOptions> = async (app, { workOf }) => {
  const { send, entry } = answersOf(keptEtag, accountView)

  app.get('/bank-accounts', read(schema.listAccounts), async (request) =>
    pageView(await listBankAccounts(workOf(request), request.query), entry),
  )

  app.post('/bank-accounts', admin(schema.createAccount), async (request, reply) => {
    const made = await createBankAccount(workOf(request), request.body)
    return send(request, locate(reply, `/bank-accounts/${made.id}`), made)
  })

  app.get('/bank-accounts/:id', read(schema.getAccount), async (request, reply) =>
    send(request, reply, await requireBankAccount(workOf(request), request.params.id)),
  )

  app.patch('/bank-accounts/:id', admin(schema.patchAccount), async (request, reply) => {
    const change = { input: request.body, mode: 'patch' } as const
    return send(request, reply, await changeBankAccount(workOf(request), changeOf(request), change))
  })

  app.delete('/bank-accounts/:id', admin(schema.deleteAccount), async (request, reply) => {
    await deleteBankAccount(workOf(request), changeOf(request))
    return reply.code(204).send(null)
  })

  app.get('/customers/:id/bank-accounts', read(schema.listPayers), async (request) => ({
    data: (await listPayerAccounts(workOf(request), request.params.id)).map(learnedView),
  }))

  app.delete(
    '/customers/:id/bank-accounts/:iban',
    write(schema.forgetPayer),
    async (request, reply) => {
      const { id: customerId, iban } = request.params
      await forgetPayerAccount(workOf(request), { customerId, iban })
      return reply.code(204).send(null)
    },
  )
}

const profileRoutes: FastifyPluginAsyncTypebox<BankRoutesOptions> = async (app, { workOf }) => {
  const { send, entry } = answersOf(keptEtag, profileView)

  app.get('/bank-profiles', read(schema.listProfiles), async (request) =>
    pageView(await listProfiles(workOf(request), request.query), entry),
  )

  app.post('/bank-profiles', admin(schema.createProfile), async (request, reply) => {
    const made = await createProfile(workOf(request), request.body as ProfileInput)
    return send(request, locate(reply, `/bank-profiles/${made.id}`), made)
  })

  app.get('/bank-profiles/:id', read(schema.getProfile), async (request, reply) =>
    send(request, reply, await requireProfile(workOf(request), request.params.id)),
  )

  app.patch('/bank-profiles/:id', admin(schema.patchProfile), async (request, reply) => {
    const body = request.body as Partial<ProfileInput>
    return send(request, reply, await changeProfile(workOf(request), changeOf(request), body))
  })

  app.delete('/bank-profiles/:id', admin(schema.deleteProfile), async (request, reply) => {
    await deleteProfile(workOf(request), changeOf(request))
    return reply.code(204).send(null)
  })
}

const ruleRoutes: FastifyPluginAsyncTypebox<BankRoutesOptions> = async (app, { workOf }) => {
  const { send, entry } = answersOf(keptEtag, ruleView)

  app.get('/bank-rules', read(schema.listRules), async (request) =>
    pageView(await listRules(workOf(request), request.query), entry),
  )

  app.post('/bank-rules', admin(schema.createRule), async (request, reply) => {
    const made = await createRule(workOf(request), request.body as RuleInput)
    return send(request, locate(reply, `/bank-rules/${made.id}`), made)
  })

  app.get('/bank-rules/:id', read(schema.getRule), async (request, reply) =>
    send(request, reply, await requireRule(workOf(request), request.params.id)),
  )

  app.patch('/bank-rules/:id', admin(schema.patchRule), async (request, reply) => {
    const body = request.body as Partial<RuleInput>
    return send(request, reply, await changeRule(workOf(request), changeOf(request), body))
  })

  app.delete('/bank-rules/:id', admin(schema.deleteRule), async (request, reply) => {
    await deleteRule(workOf(request), changeOf(request))
    return reply.code(204).send(null)
  })
}

const fileRoutes: FastifyPluginAsyncTypebox<BankRoutesOptions> = async (app, { workOf }) => {
  const known = answersOf(fileEtag, (it: BankFile) => fileView(it, true))
  const { send, entry } = answersOf(fileEtag, (it: BankFile) => fileView(it, false))
  const uploading = {
    bodyLimit: FILE_BYTES_MAX,
  }
  const tooLarge = { bodyTooLarge: () => fileTooLarge(FILE_BYTES_MAX) }
  // The content decides which format it is.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.post(
    '/bank-files',
    { ...write(schema.uploadFile, tooLarge), ...uploading },
    async (request, reply) => {
      const { query } = request
      const given = {
        bytes: bytesOf(request.body),
        name: query.name ?? null,
        bankAccountId: query.bank_account_id ?? null,
        profileId: query.profile ?? null,
      }
      const work = workOf(request)
      if (query.dry_run === true) return send(request, reply, await tryBankFile(work, given))
      const { file, isKnown } = await uploadBankFile(work, given)
      if (isKnown) return known.send(request, reply, file)
      const located = locate(reply, `/bank-files/${file.id}`)
      return send(request, file.status === 'reading' ? located.code(202) : located, file)
    },
  )

  app.post(
    '/bank-files/columns',
    { ...write(schema.proposeColumns, tooLarge), ...uploading },
    async (request) => {
      const proposal = proposeColumns(bytesOf(request.body))
      return {
        encoding: proposal.encoding,
        delimiter: proposal.delimiter,
        header_line: proposal.headerLine,
        columns: [...proposal.columns],
        rows: proposal.rows.map((row) => [...row]),
        mapping: proposal.profile,
      }
    },
  )

  app.get('/bank-files', read(schema.listFiles), async (request) =>
    pageView(await listBankFiles(workOf(request), request.query), entry),
  )

  app.get('/bank-files/:id', read(schema.getFile), async (request, reply) =>
    send(request, reply, await requireBankFile(workOf(request), request.params.id)),
  )

  app.get('/bank-files/:id/raw', write(schema.getRaw), async (request, reply) => {
    const work = workOf(request)
    const { id, name, digest: sha256, bytes: size } = await requireBankFile(work, request.params.id)
    const bytes = await originalOf(work, id)
    if (bytes === undefined) throw fileGone()
    const mediaType = 'application/octet-stream'
    const file = { id, name: name ?? id, mediaType, size, sha256 }
    return sendFile(request, reply, { file, bytes })
  })

  app.post('/bank-files/:id/undo', write(schema.undoFile), async (request, reply) => {
    const file = await undoBankFile(workOf(request), changeOf(request))
    return send(request, file.status === 'undoing' ? reply.code(202) : reply, file)
  })
}

const entryRoutes: FastifyPluginAsyncTypebox<BankRoutesOptions> = async (app, { workOf }) => {
  const { send, entry } = answersOf(entryEtag, entryView)

  app.get('/bank-entries', read(schema.listEntries), async (request) => {
    const page = await listBankEntries(workOf(request), request.query)
    return { ...pageView(page, entry), ...(page.classes && { classes: { ...page.classes } }) }
  })

  app.post('/bank-entries/book', write(schema.bookEntries), async (request) => {
    const { ids, class: from = 'certain' } = request.body
    const results = await bookEntries(workOf(request), {
      ids,
      from: from as 'certain' | 'likely' | 'possible',
    })
    return {
      booked: results.filter(({ refusal }) => refusal === null).length,
      data: results.map(({ id, refusal }) => ({
        id,
        booked: refusal === null,
        code: refusal?.code ?? null,
        message: refusal?.message ?? null,
      })),
    }
  })

  app.get('/bank-entries/:id', read(schema.getEntry), async (request, reply) =>
    send(request, reply, await requireBankEntry(workOf(request), request.params.id)),
  )

  app.get('/bank-entries/:id/payout', read(schema.getPayout), async (request) =>
    payoutView(await explainPayout(workOf(request), request.params.id)),
  )

  app.post('/bank-entries/:id/book', write(schema.bookEntry), async (request, reply) =>
    send(request, reply, await bookEntry(workOf(request), changeOf(request), request.body)),
  )

  app.post('/bank-entries/:id/unbook', write(schema.unbookEntry), async (request, reply) =>
    send(request, reply, await unbookEntry(workOf(request), changeOf(request))),
  )

  app.post('/bank-entries/:id/ignore', write(schema.ignoreEntry), async (request, reply) => {
    const reason = request.body.reason ?? 'by_hand'
    return send(request, reply, await ignoreEntry(workOf(request), changeOf(request), reason))
  })

  app.post('/bank-entries/:id/reopen', write(schema.reopenEntry), async (request, reply) =>
    send(request, reply, await reopenEntry(workOf(request), changeOf(request))),
  )

  app.post('/bank-entries/:id/rematch', write(schema.rematchEntry), async (request, reply) =>
    send(request, reply, await rematchEntry(workOf(request), changeOf(request))),
  )

  app.post('/bank-entries/:id/decline', write(schema.declineProposal), async (request, reply) => {
    const { proposal_id: id } = request.body
    return send(request, reply, await declineProposal(workOf(request), changeOf(request), id))
  })
}

function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array && body.length > 0) return body
  throw fileEmpty()
}

/** The first lines say enough. */
function proposeColumns(bytes: Uint8Array): CsvProposal {
  const start = bytes.subarray(0, PROPOSED_BYTES)
  const end = bytes.length > PROPOSED_BYTES ? start.lastIndexOf(LINE_FEED) + 1 : start.length
  try {
    return proposeCsvProfile(start.subarray(0, end))
  } catch (error) {
    throw error instanceof BankFileError ? unreadable(error) : error
  }
}
const PROPOSED_BYTES = 256 * 1024
const LINE_FEED = 10
