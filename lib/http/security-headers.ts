/**
 * The headers of every response. Scripts need the nonce of their page; inline styles are allowed, because windowed
 * lists set positions and sizes. Pages load nothing from other origins, send nothing to them, and cannot be framed.
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
