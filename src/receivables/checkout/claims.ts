/* An invoice has one claim: of the checkout or the collection that may bring money for it now. */

export {
  deleteCollectionClaims as giveClaimsBack,
  insertCollectionClaims as claimForCollections,
  listClaimed,
} from './inner/claim-repository.ts'
