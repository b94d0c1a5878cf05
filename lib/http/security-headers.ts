/**
 * The headers of every answer. Scripts run only with the nonce of their page; styles may be inline, because positions
 * and sizes of windowed lists are; nothing is fetched from, framed by, or sent to anywhere else.
 */
export function securityHeaders({ nonce, mode }: { nonce: string; mode: 'development' | 'production' }) {
  const evaluate = mode === 'development' ? " 'unsafe-eval'" : '';
  return {
    'content-security-policy': [
      "default-src 'self'",
      `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evaluate}`,
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "media-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "worker-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
}
