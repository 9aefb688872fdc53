/** Rules that no client can observe from outside, each with its reason. */
export const notObservable: readonly { id: string; why: string }[] = [
  {
    id: 'read-internal-error-code',
    why: 'No request makes a healthy server fail inside, and an unexpected error does not show whether its cause was internal.',
  },
  {
    id: 'error-legacy-range-no-new',
    why: 'A code does not show when it was allocated; codes of that range are reported by the rule that advises against them.',
  },
  {
    id: 'sec-access-controls',
    why: 'Which resources are sensitive, and for whom, is known to the operator alone.',
  },
  {
    id: 'sec-permissions-before-operation',
    why: 'To see a check it takes credentials whose rights are known; the suite has those that it was given, and no word of their rights.',
  },
  {
    id: 'cache-access-controls',
    why: 'To see a control it takes a protected resource and a credential that lacks access to it.',
  },
  {
    id: 'cache-not-sole-protection',
    why: 'What protects a resource shows only to a credential that must not read it, which the suite does not have.',
  },
  {
    id: 'completion-sorted',
    why: 'Relevance is not defined, so any order may be the order of relevance.',
  },
  {
    id: 'completion-fuzzy',
    why: 'Whether fuzzy matching would be appropriate is for the server to decide, and plain prefixes are as legitimate.',
  },
  {
    id: 'completion-rate-limit-should',
    why: 'No limit and no sign of one is defined; that a burst is answered proves nothing, and a longer one would be an attack.',
  },
  {
    id: 'completion-rate-limit-must',
    why: 'What limit is appropriate is not said, nor how it would show; a server that answers a burst may still have one.',
  },
  {
    id: 'completion-access-sensitive',
    why: 'A suggestion does not show whether it is sensitive, nor who may see it.',
  },
  {
    id: 'completion-no-disclosure',
    why: 'Whether a suggested value was meant to be known is not on the wire; names of what needs rights to be read may be offered by intent.',
  },
  {
    id: 'mrtr-state-integrity-optional',
    why: 'A permission to leave something out inside the server: a state reads the same whether it is protected or harmless without protection.',
  },
  {
    id: 'mrtr-state-single-use',
    why: 'Nothing in a state says that it must be used once only, and a flow without side effects may take it many times.',
  },
  {
    id: 'http-cancel-stop-work',
    why: 'Work that goes on without sending anything cannot be seen, and its absence cannot be told from time alone.',
  },
  {
    id: 'stateless-explicit-handle',
    why: 'That there is no hidden state cannot be shown from outside; what it would do is judged by the other rules on statelessness.',
  },
  {
    id: 'progress-track-tokens',
    why: 'Bookkeeping inside the server; a token that is used wrongly is judged by the rules on progress notifications.',
  },
  {
    id: 'cancel-log-reason',
    why: 'Logs have no form that could be read, and a server may keep them where no client sees them.',
  },
];
