"""Django's settings; everything that differs between installations comes from the environment."""

import os
from urllib.parse import urlsplit

from config.environment import data_dir, database, kept_secret

DATA_DIR = data_dir()
SECRET_KEY = kept_secret("SECRET_KEY")
SIGNING_KEY = kept_secret("SIGNING_KEY")
DEBUG = False

HOST = os.environ.get("HOST", "127.0.0.1")
PORT = int(os.environ.get("PORT", "8000"))
WEB_PROCESSES = int(os.environ.get("WEB_PROCESSES", "2"))
WEB_THREADS = int(os.environ.get("WEB_THREADS", "4"))
PUBLIC_URL = os.environ.get("PUBLIC_URL", f"http://{HOST}:{PORT}").rstrip("/")
ALLOWED_HOSTS = [
    host
    for host in (
        *os.environ.get("ALLOWED_HOSTS", "").split(","),
        urlsplit(PUBLIC_URL).hostname,
        "localhost",
        "127.0.0.1",
        "[::1]",
    )
    if host
]

INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "config",
    "events",
    "api",
    "web",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.common.CommonMiddleware",
    "api.caching.never_shared",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "OPTIONS": {}}
]
APPEND_SLASH = False

DATABASES = {"default": database(os.environ.get("DATABASE_URL", ""))}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
REDIS_URL = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/0")

USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
LANGUAGES = [("fr", "Français"), ("en", "English")]
STATIC_URL = "/static/"
WHITENOISE_USE_FINDERS = True
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024

CELERY_BROKER_URL = REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_STORE_EAGER_RESULT = False
CELERY_TASK_ACKS_LATE = False  # a message is only a nudge: losing one costs a sweep's wait
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_timeout": 5,
    "socket_connect_timeout": 1,
    # A nudge is not worth waiting for: one try and one more at once, then the sweep does it.
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0,
    "interval_max": 0,
}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
SWEEP_SECONDS = float(os.environ.get("SWEEP_SECONDS", "2"))
CELERY_BEAT_SCHEDULE = {
    "sweep": {
        "task": "events.tasks.sweep",
        "schedule": SWEEP_SECONDS,
        "options": {"expires": SWEEP_SECONDS},  # while no worker runs they do not pile up
    }
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name} {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    # A refusal is an answer, not an incident: only our own faults are logged.
    "loggers": {"django.request": {"level": "ERROR"}},
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["api.authentication.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_PARSER_CLASSES": ["api.json.JsonParser"],
    "DEFAULT_RENDERER_CLASSES": ["api.json.JsonRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "api.problems.exception_handler",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Gobelet",
    "DESCRIPTION": "Asynchronous board games with secrets.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_AUTHENTICATION": [],
    "SERVE_PERMISSIONS": [],
    "POSTPROCESSING_HOOKS": ["api.schema.add_components"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SCHEMA_PATH_PREFIX": "/api/v1",
}
