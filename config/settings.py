"""Django's settings; those that differ between installations come from the environment."""

import os
import tomllib
from email.utils import parseaddr
from pathlib import Path
from urllib.parse import urlsplit

from config.environment import (
    ROOT,
    android_apps,
    data_dir,
    database,
    https_url,
    is_set_to,
    number,
    rate,
    redis_broker,
    seconds,
    stored_key,
    stored_secret,
    value_list,
)
from config.mail_settings import (
    LOOPBACK,
    inbound_apps,
    mail,
    mail_port,
    require_authserv_id,
    sender,
)
from config.push_settings import apns, fcm

os.umask(0o077)  # before the first file: what any process writes is for its user alone
VERSION: str = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
"""The version of Gobelet; CHANGELOG.md says what changed in it."""

DATA_DIR = data_dir()
SECRET_KEY = stored_secret("SECRET_KEY")
SIGNING_KEY = stored_key("SIGNING_KEY")
VAPID_KEY = stored_key("VAPID_KEY")
DEBUG = False

HOST = os.environ.get("HOST", "127.0.0.1")
PORT = number("PORT", 8000)
WEB_PROCESSES = number("WEB_PROCESSES", 2)
PUBLIC_URL = os.environ.get("PUBLIC_URL", f"http://{HOST}:{PORT}").rstrip("/")
HTTPS = urlsplit(PUBLIC_URL).scheme == "https"
ALLOWED_HOSTS = [
    host
    for host in (
        *value_list("ALLOWED_HOSTS"),
        urlsplit(PUBLIC_URL).hostname,
        "localhost",
        "127.0.0.1",
        "[::1]",
    )
    if host
]
NUM_PROXIES = number("NUM_PROXIES", 0)
"""How many of our own proxies are in front; their headers about the client are trusted."""

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "corsheaders",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "config",
    "events",
    "api",
    "web",
]
CORS_ALLOWED_ORIGINS = value_list("CORS_ORIGINS")
MIDDLEWARE = [
    "api.metrics.metrics_middleware",
    "api.http.headers.security_headers",
    *(["corsheaders.middleware.CorsMiddleware"] if CORS_ALLOWED_ORIGINS else []),
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.common.CommonMiddleware",
    "api.http.headers.private_cache",
    "api.http.throttling.rate_headers_middleware",
    "config.admin_sessions.with_sessions",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
APPEND_SLASH = False

DATABASES = {"default": database(os.environ.get("DATABASE_URL", ""))}
_ON_SQLITE = DATABASES["default"]["ENGINE"].endswith("sqlite")
MOVE_THREADS = number("MOVE_THREADS", 1)
"""Threads of the move batcher (config/http/move_batcher.py) in each web process."""
# On SQLite most threads wait to write; on PostgreSQL more of them slow each other down.
WEB_THREADS = number("WEB_THREADS", 32 if _ON_SQLITE else 4)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
REDIS_URL = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/0")

_mail = mail(os.environ.get("EMAIL_URL", ""), default_folder=DATA_DIR / "outbox")
EMAIL_BACKEND = _mail.backend
EMAIL_FILE_PATH = str(_mail.folder) if _mail.folder else None
EMAIL_HOST, EMAIL_PORT = _mail.host, _mail.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _mail.user, _mail.password
EMAIL_USE_TLS, EMAIL_USE_SSL = _mail.starts_tls, _mail.is_tls
EMAIL_TIMEOUT = 10
MAIL_DOMAIN = os.environ.get("MAIL_DOMAIN") or "localhost"
MAIL_FROM = DEFAULT_FROM_EMAIL = sender(os.environ.get("MAIL_FROM", ""), MAIL_DOMAIN)
VAPID_SUBJECT = os.environ.get("VAPID_SUBJECT") or f"mailto:{parseaddr(MAIL_FROM)[1]}"
"""The contact that a push service gets for questions about our messages."""
PRIVATE_ENDPOINTS = is_set_to("PRIVATE_ENDPOINTS", "allowed")
"""Whether notifications may go to private and loopback addresses and without TLS."""
APNS = apns(
    os.environ.get("APNS_KEY_FILE", ""),
    os.environ.get("APNS_KEY_ID", ""),
    os.environ.get("APNS_TEAM_ID", ""),
    os.environ.get("APNS_TOPIC", ""),
)
APNS_URL = https_url("APNS_URL", "https://api.push.apple.com")
APNS_SANDBOX_URL = https_url("APNS_SANDBOX_URL", "https://api.sandbox.push.apple.com")
FCM = fcm(os.environ.get("FCM_ACCOUNT_FILE", ""))
FCM_URL = https_url("FCM_URL", "https://fcm.googleapis.com")
RECEIPT_MINUTES = number("RECEIPT_MINUTES", 10)
"""How long a turn waits for a delivery receipt before the next channel is used."""

RATED_STAND_IN_SHARE = number("RATED_STAND_IN_SHARE", 50) / 100
"""Of a match of which stand-ins have played more than this share, the result counts for the
ratings of absent players only."""

MAIL_HOST = os.environ.get("MAIL_HOST") or HOST
MAIL_PORT = mail_port(
    os.environ.get("MAIL_PORT", ""),
    at_home=_mail.folder is not None and MAIL_HOST in LOOPBACK and not HTTPS,
)
MAIL_LMTP = is_set_to("MAIL_LMTP", "1")
MAIL_CONNECTIONS = number("MAIL_CONNECTIONS", 100)
MAIL_CONNECTIONS_PER_ADDRESS = number("MAIL_CONNECTIONS_PER_ADDRESS", 20)
MAIL_WEBHOOK_SECRET = os.environ.get("MAIL_WEBHOOK_SECRET", "")
ANYMAIL = {"WEBHOOK_SECRET": MAIL_WEBHOOK_SECRET} if MAIL_WEBHOOK_SECRET else {}
INSTALLED_APPS += inbound_apps(MAIL_WEBHOOK_SECRET)
MAIL_IS_READ = bool(MAIL_PORT or MAIL_WEBHOOK_SECRET)
"""Whether replies to our mails reach us, on our own port or through a provider's webhook."""
MAIL_AUTHSERV_ID = os.environ.get("MAIL_AUTHSERV_ID", "")
"""The authserv-id under which our receiving mail server reports the authentication of senders."""
MAIL_ANSWER_SECONDS = seconds("MAIL_ANSWER_SECONDS", 2)
"""How long the reply to a mail waits for bots to move first."""

USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
LANGUAGES = [("fr", "Français"), ("en", "English")]
STATIC_URL = "/static/"
WHITENOISE_USE_FINDERS = True

# Security headers and sessions. Only administrators have sessions.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if NUM_PROXIES else None
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_PATH = CSRF_COOKIE_PATH = "/admin/"
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Strict"
SESSION_COOKIE_AGE = 12 * 60 * 60
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]
require_authserv_id(is_read=MAIL_IS_READ, in_production=HTTPS, authserv_id=MAIL_AUTHSERV_ID)
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
# These checks want middleware that config.admin_sessions installs under /admin/ only.
SILENCED_SYSTEM_CHECKS = ["admin.E408", "admin.E409", "admin.E410"]
CORS_URLS_REGEX = r"^/(api|oauth|\.well-known)/"
CORS_ALLOW_HEADERS = (
    "accept",
    "accept-language",
    "authorization",
    "content-type",
    "idempotency-key",
    "if-none-match",
    "invitation",
    "last-event-id",
)
CORS_EXPOSE_HEADERS = (
    "Content-Disposition",
    "Deprecation",
    "ETag",
    "Idempotent-Replayed",
    "Link",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "Sunset",
)
CORS_PREFLIGHT_MAX_AGE = 24 * 60 * 60

# Limits and quotas.
DATA_UPLOAD_MAX_MEMORY_SIZE = number("BODY_BYTES_MOST", 256 * 1024)
HEADER_BYTES_MOST = number("HEADER_BYTES_MOST", 32 * 1024)
HEADER_SECONDS = seconds("HEADER_SECONDS", 10)
BODY_SECONDS = seconds("BODY_SECONDS", 30)
KEEP_ALIVE_SECONDS = number("KEEP_ALIVE_SECONDS", 30)
# Behind a proxy all connections come from the proxy's address.
CONNECTIONS_PER_ADDRESS = None if NUM_PROXIES else number("CONNECTIONS_PER_ADDRESS", 200)
ARCHIVE_AFTER_DAYS = number("ARCHIVE_AFTER_DAYS", 0)
"""How long after its end the log of a match is archived (events/proof/archive.py); 0 for never."""
PAGE_SIZE = 20
PAGE_SIZE_MOST = 100
EVENTS_PER_PAGE_MOST = 200
REPLAY_FRAMES_MOST = 100
VACATION_DAYS_PER_YEAR = number("VACATION_DAYS_PER_YEAR", 21)
OPEN_MATCHES_MOST = number("OPEN_MATCHES_MOST", 50)
RUNNING_MATCHES_MOST = number("RUNNING_MATCHES_MOST", 200)
INVITATIONS_PER_DAY = number("INVITATIONS_PER_DAY", 200)
MAILS_PER_DAY = number("MAILS_PER_DAY", 20)
INVITATIONS_PER_ADDRESS = number("INVITATIONS_PER_ADDRESS", 5)
CODES_PER_DAY = number("CODES_PER_DAY", 20)
RENAMES_PER_DAY = number("RENAMES_PER_DAY", 5)
MAIL_REPLIES_PER_DAY = number("MAIL_REPLIES_PER_DAY", 2000)
MESSAGES_PER_DAY = number("MESSAGES_PER_DAY", 1000)
REPORTS_PER_DAY = number("REPORTS_PER_DAY", 20)
FRIENDS_MOST = number("FRIENDS_MOST", 200)
FRIEND_REQUESTS_PER_DAY = number("FRIEND_REQUESTS_PER_DAY", 20)
CIRCLES_MOST = number("CIRCLES_MOST", 20)
CIRCLES_PER_DAY = number("CIRCLES_PER_DAY", 10)
CIRCLE_TABLES_PER_DAY = number("CIRCLE_TABLES_PER_DAY", 20)
LEAGUES = os.environ.get("LEAGUES", "[]")
CUPS_PER_DAY = number("CUPS_PER_DAY", 5)
CUP_ENTRIES_PER_DAY = number("CUP_ENTRIES_PER_DAY", 20)
MATCHES_PER_DAY = number("MATCHES_PER_DAY", 500)
BOT_MATCHES_PER_DAY = number("BOT_MATCHES_PER_DAY", 100)
ENDPOINT_TESTS_PER_DAY = number("ENDPOINT_TESTS_PER_DAY", 50)
STREAMS_PER_ACCOUNT = number("STREAMS_PER_ACCOUNT", 50)
STREAMS_PER_ADDRESS = number("STREAMS_PER_ADDRESS", 200)
STREAMS_PER_PROCESS = number("STREAMS_PER_PROCESS", 5000)
_guest_writes = rate("RATE_GUEST_WRITES", "50000/86400")
_guest_matches = rate("RATE_GUEST_MATCHES", "1000/86400")
RATES = {
    "account": rate("RATE_ACCOUNT", "1200/60"),
    "address": rate("RATE_ADDRESS", "600/60"),
    "guests": rate("RATE_GUESTS", "600/600"),
    "sign_in": rate("RATE_SIGN_IN", "60/600"),
    "mailbox": rate("RATE_MAILBOX", "5/43200"),
    "bots": rate("RATE_BOTS", "300/86400"),
    "emotes": rate("RATE_EMOTES", "6/60"),
    "writes": rate("RATE_WRITES", "10000/86400"),
    "guest_writes": _guest_writes,
    "guest_writes_of_site": (4 * _guest_writes[0], _guest_writes[1]),
    "guest_matches": _guest_matches,
    "guest_matches_of_site": (4 * _guest_matches[0], _guest_matches[1]),
}
"""Throttles as (requests, seconds): per account; per address of clients without an account; for new
guests, for sign-ins that do not succeed, and for matches with bots, per address; for emotes, per
account; for codes to one
mailbox, per address: one client cannot use up all codes that another may ask for (CODES_PER_DAY);
for requests of an account that write and are not moves: their responses are stored for a day; for
the same of all guests of an address, and for the matches that they open: these stay."""
if is_set_to("RATE_LIMITS", "off"):
    RATES = {}
    STREAMS_PER_ACCOUNT = STREAMS_PER_ADDRESS = STREAMS_PER_PROCESS
    CONNECTIONS_PER_ADDRESS = None

STREAM_THREADS = number("STREAM_THREADS", 2)
STREAM_POLL_SECONDS = seconds("STREAM_POLL_SECONDS", 3)
STREAM_KEEP_ALIVE_SECONDS = seconds("STREAM_KEEP_ALIVE_SECONDS", 15)

MINIMUM_CLIENT = os.environ.get("MINIMUM_CLIENT", "")
APPLE_APP_IDS = value_list("APPLE_APP_IDS")
ANDROID_APPS = android_apps("ANDROID_APPS")

METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")
WORKER_METRICS_PORT = number("WORKER_METRICS_PORT", 0)
METRICS_DIR = Path(os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", str(DATA_DIR / "metrics")))
METRICS_DIR.mkdir(parents=True, exist_ok=True)  # prometheus_client reads the variable when imported

CELERY_BROKER_URL, _broker_options = redis_broker(REDIS_URL)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_STORE_EAGER_RESULT = False
CELERY_TASK_ACKS_LATE = False  # a message only wakes a worker: losing one costs a sweep's wait
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = _broker_options | {
    "socket_timeout": 5,
    "socket_connect_timeout": 1,
    # Waking a worker is not worth a wait: one immediate retry, then the sweep does the work.
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0,
    "interval_max": 0,
}
# Bots may think long, and players choose the hosts of outgoing requests, so both have a queue and a
# process of their own. A worker that is given no queue takes from all.
CELERY_TASK_QUEUES: dict[str, dict[str, str]] = {"celery": {}, "bots": {}, "outgoing": {}}
CELERY_TASK_ROUTES = {
    "events.tasks.play_bots": {"queue": "bots"},
    "events.tasks.sweep_bots": {"queue": "bots"},
    "events.tasks.send_outgoing": {"queue": "outgoing"},
}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_DB_REUSE_MAX = 10_000  # tasks; without it Celery reconnects for each (config/celery.py)
CELERY_TIMEZONE = "UTC"
SWEEP_SECONDS = seconds("SWEEP_SECONDS", 2)
_INTERVALS = {
    "sweep": SWEEP_SECONDS,
    "sweep_bots": SWEEP_SECONDS,
    "sweep_cups": SWEEP_SECONDS,
    "send_mails": SWEEP_SECONDS,
    "notify": SWEEP_SECONDS,
    "send_outgoing": SWEEP_SECONDS,
    "delete_expired": 3600.0,
} | ({"archive_matches": 60.0} if ARCHIVE_AFTER_DAYS else {})
CELERY_BEAT_SCHEDULE = {
    name: {
        "task": f"events.tasks.{name}",
        "schedule": interval,
        "options": {"expires": interval},  # do not pile up while no worker runs
    }
    for name, interval in _INTERVALS.items()
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name} {message}", "style": "{"},
        "json": {"()": "config.json_logs.JsonFormatter"},
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "json" if is_set_to("LOG_FORMAT", "json") else "line",
        }
    },
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    # A refusal is a response, not an incident: only server errors are logged.
    "loggers": {
        "django.request": {"level": "ERROR"},
        "django.security": {"level": "CRITICAL"},
    },
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["api.http.authentication.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_PARSER_CLASSES": ["api.http.codecs.JsonParser"],
    "DEFAULT_RENDERER_CLASSES": ["api.http.codecs.JsonRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "api.http.codecs.Negotiation",
    "DEFAULT_THROTTLE_CLASSES": ["api.http.throttling.WriteRates"],
    "DEFAULT_SCHEMA_CLASS": "api.schema.auto.Operation",
    "EXCEPTION_HANDLER": "api.http.problems.exception_handler",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Gobelet",
    "DESCRIPTION": "Asynchronous board games with secrets.",
    "VERSION": VERSION,
    "LICENSE": {"name": "MIT", "url": "https://opensource.org/license/mit"},
    "SERVERS": [{"url": "/", "description": "The server that serves this document."}],
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_AUTHENTICATION": [],
    "SERVE_PERMISSIONS": [],
    "POSTPROCESSING_HOOKS": ["api.schema.postprocess.finish"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SCHEMA_PATH_PREFIX": "/api/v1",
}
