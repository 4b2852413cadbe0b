/* An invoice has one claim: of the checkout or the collection that may bring money for it now. */

export {
  deleteCollectionClaim as giveClaimBack,
  insertCollectionClaims as claimForCollections,
  listClaimed,
} from './inner/repository.ts'
