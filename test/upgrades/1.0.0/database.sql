SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE SCHEMA journal;
CREATE FUNCTION public."CardTransaction_count"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    UPDATE "StatementMark" AS "mark" SET "lines" = "mark"."lines" + "sum"."lines" * TG_ARGV[0]::integer
    FROM (
        SELECT "next"."worldId", "next"."holderId", "next"."bookingDate", "next"."id", COUNT(*)::integer AS "lines"
        FROM "changed" CROSS JOIN LATERAL (
            SELECT "worldId", "holderId", "bookingDate", "id" FROM "StatementMark"
            WHERE "worldId" = "changed"."worldId" AND "holderId" = "changed"."cardAccountId"
                AND ("bookingDate", "id") >= ("changed"."bookingDate", "changed"."id")
            ORDER BY "bookingDate", "id" LIMIT 1
        ) AS "next"
        GROUP BY 1, 2, 3, 4
    ) AS "sum"
    WHERE "mark"."worldId" = "sum"."worldId" AND "mark"."holderId" = "sum"."holderId"
        AND "mark"."bookingDate" = "sum"."bookingDate" AND "mark"."id" = "sum"."id";
    RETURN NULL;
END $$;
CREATE FUNCTION public."Key_free"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    DELETE FROM "Key" USING "deleted" WHERE "Key"."worldId" = "deleted"."worldId" AND "Key"."kind" = TG_TABLE_NAME AND "Key"."id" = "deleted"."id";
    RETURN NULL;
END $$;
CREATE FUNCTION public."Transaction_count"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    UPDATE "StatementMark" AS "mark" SET "lines" = "mark"."lines" + "sum"."lines" * TG_ARGV[0]::integer
    FROM (
        SELECT "next"."worldId", "next"."holderId", "next"."bookingDate", "next"."id", COUNT(*)::integer AS "lines"
        FROM "changed" CROSS JOIN LATERAL (
            SELECT "worldId", "holderId", "bookingDate", "id" FROM "StatementMark"
            WHERE "worldId" = "changed"."worldId" AND "holderId" = "changed"."accountId"
                AND ("bookingDate", "id") >= ("changed"."bookingDate", "changed"."id")
            ORDER BY "bookingDate", "id" LIMIT 1
        ) AS "next"
        GROUP BY 1, 2, 3, 4
    ) AS "sum"
    WHERE "mark"."worldId" = "sum"."worldId" AND "mark"."holderId" = "sum"."holderId"
        AND "mark"."bookingDate" = "sum"."bookingDate" AND "mark"."id" = "sum"."id";
    RETURN NULL;
END $$;
SET default_tablespace = '';
CREATE TABLE journal.batch (
    id bigint NOT NULL,
    day integer NOT NULL,
    messages bytea NOT NULL
)
PARTITION BY LIST (day);
SET default_table_access_method = heap;
CREATE TABLE journal.batch_20780 (
    id bigint NOT NULL,
    day integer NOT NULL,
    messages bytea NOT NULL
);
CREATE TABLE journal.call (
    place bigint NOT NULL,
    world text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    by text NOT NULL COLLATE pg_catalog."C",
    door text NOT NULL COLLATE pg_catalog."C",
    operation text COLLATE pg_catalog."C",
    "tppId" text COLLATE pg_catalog."C",
    method text NOT NULL COLLATE pg_catalog."C",
    target text NOT NULL COLLATE pg_catalog."C",
    "requestId" text COLLATE pg_catalog."C",
    "traceId" text COLLATE pg_catalog."C",
    status integer NOT NULL,
    code text COLLATE pg_catalog."C",
    "durationMs" double precision NOT NULL,
    cause text COLLATE pg_catalog."C",
    day integer NOT NULL
)
PARTITION BY LIST (day);
CREATE TABLE journal.call_20780 (
    place bigint NOT NULL,
    world text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    by text NOT NULL COLLATE pg_catalog."C",
    door text NOT NULL COLLATE pg_catalog."C",
    operation text COLLATE pg_catalog."C",
    "tppId" text COLLATE pg_catalog."C",
    method text NOT NULL COLLATE pg_catalog."C",
    target text NOT NULL COLLATE pg_catalog."C",
    "requestId" text COLLATE pg_catalog."C",
    "traceId" text COLLATE pg_catalog."C",
    status integer NOT NULL,
    code text COLLATE pg_catalog."C",
    "durationMs" double precision NOT NULL,
    cause text COLLATE pg_catalog."C",
    day integer NOT NULL
);
CREATE TABLE journal.loss (
    id bigint NOT NULL,
    world text NOT NULL COLLATE pg_catalog."C",
    first bigint NOT NULL,
    last bigint NOT NULL,
    calls bigint NOT NULL
);
ALTER TABLE journal.loss ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME journal.loss_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE journal.state (
    version integer NOT NULL,
    batches bigint NOT NULL
);
CREATE TABLE public."AccessCount" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    "tppId" text NOT NULL COLLATE pg_catalog."C",
    "customerId" text NOT NULL COLLATE pg_catalog."C",
    "accountId" text NOT NULL COLLATE pg_catalog."C",
    operation text NOT NULL COLLATE pg_catalog."C",
    day text NOT NULL COLLATE pg_catalog."C",
    calls integer NOT NULL
);
CREATE TABLE public."Account" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "ownerId" text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    bban text NOT NULL COLLATE pg_catalog."C",
    iban text NOT NULL COLLATE pg_catalog."C",
    currency text NOT NULL COLLATE pg_catalog."C",
    product text NOT NULL COLLATE pg_catalog."C",
    "cashAccountType" text NOT NULL COLLATE pg_catalog."C",
    "creditLine" integer NOT NULL,
    "bookedMinor" bigint NOT NULL,
    "reservedMinor" bigint DEFAULT 0 NOT NULL,
    "expectedOffsetMinor" bigint DEFAULT 0 NOT NULL,
    "demandsKid" boolean DEFAULT false NOT NULL,
    "createdAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."Agreement" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "ownerId" text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    automatic boolean NOT NULL,
    "createdAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."Authorisation" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "tppId" text NOT NULL COLLATE pg_catalog."C",
    "tppName" text NOT NULL COLLATE pg_catalog."C",
    purpose text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    "resourceId" text COLLATE pg_catalog."C",
    "customerId" text COLLATE pg_catalog."C",
    context text COLLATE pg_catalog."C",
    "agreementId" text COLLATE pg_catalog."C",
    "redirectUri" text NOT NULL COLLATE pg_catalog."C",
    "redirectPreferred" boolean NOT NULL,
    "sessionId" text COLLATE pg_catalog."C",
    "createdAt" text NOT NULL COLLATE pg_catalog."C",
    "expiresAt" text NOT NULL COLLATE pg_catalog."C",
    "finishedAt" text COLLATE pg_catalog."C",
    "wrongNumbers" integer DEFAULT 0 NOT NULL,
    "revokesAfter" text COLLATE pg_catalog."C"
);
CREATE TABLE public."Booking" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "debitId" text NOT NULL COLLATE pg_catalog."C",
    "creditId" text NOT NULL COLLATE pg_catalog."C",
    "amountMinor" bigint NOT NULL,
    currency text NOT NULL COLLATE pg_catalog."C",
    reason text NOT NULL COLLATE pg_catalog."C",
    "paymentId" text COLLATE pg_catalog."C",
    "bookedAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."CardAccount" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "ownerId" text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    "maskedPan" text NOT NULL COLLATE pg_catalog."C",
    currency text NOT NULL COLLATE pg_catalog."C",
    product text NOT NULL COLLATE pg_catalog."C",
    "creditLine" integer NOT NULL,
    "bookedMinor" bigint NOT NULL,
    "reservedMinor" bigint DEFAULT 0 NOT NULL,
    "expectedOffsetMinor" bigint DEFAULT 0 NOT NULL,
    "createdAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."CardTransaction" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "cardAccountId" text NOT NULL COLLATE pg_catalog."C",
    "bookingDate" text NOT NULL COLLATE pg_catalog."C",
    "valueDate" text NOT NULL COLLATE pg_catalog."C",
    "transactionDate" text COLLATE pg_catalog."C",
    "amountMinor" bigint NOT NULL,
    currency text NOT NULL COLLATE pg_catalog."C",
    "originalAmountMinor" bigint NOT NULL,
    "originalCurrency" text NOT NULL COLLATE pg_catalog."C",
    "cardAcceptorId" text COLLATE pg_catalog."C",
    "cardAcceptorName" text COLLATE pg_catalog."C",
    "merchantCategoryCode" text COLLATE pg_catalog."C",
    "transactionDetails" text COLLATE pg_catalog."C",
    invoiced boolean,
    "currencyExchange" text COLLATE pg_catalog."C",
    "proprietaryBankTransactionCode" text COLLATE pg_catalog."C",
    "createdAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."Consent" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "tppId" text NOT NULL COLLATE pg_catalog."C",
    "tppName" text NOT NULL COLLATE pg_catalog."C",
    "customerId" text NOT NULL COLLATE pg_catalog."C",
    context text NOT NULL COLLATE pg_catalog."C",
    "agreementId" text NOT NULL COLLATE pg_catalog."C",
    "grantedAt" text NOT NULL COLLATE pg_catalog."C",
    "revokedAt" text COLLATE pg_catalog."C",
    "revokesAt" text COLLATE pg_catalog."C"
);
CREATE TABLE public."ConsentAccount" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    "consentId" text NOT NULL COLLATE pg_catalog."C",
    "accountId" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."ConsentCardAccount" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    "consentId" text NOT NULL COLLATE pg_catalog."C",
    "cardAccountId" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."ContactInformation" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    "tppId" text NOT NULL COLLATE pg_catalog."C",
    emails text NOT NULL COLLATE pg_catalog."C",
    "updatedAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."Customer" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "psuId" text NOT NULL COLLATE pg_catalog."C",
    "customerNumber" text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    "createdAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."Engagement" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "agreementId" text NOT NULL COLLATE pg_catalog."C",
    "customerId" text NOT NULL COLLATE pg_catalog."C",
    "accountId" text NOT NULL COLLATE pg_catalog."C",
    roles text NOT NULL COLLATE pg_catalog."C",
    "registerLimit" integer NOT NULL,
    "approvalLimit" integer NOT NULL,
    "createdAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."Execution" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "paymentId" text NOT NULL COLLATE pg_catalog."C",
    date text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    failure text COLLATE pg_catalog."C",
    "executedAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."FixtureEntry" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    life text COLLATE pg_catalog."C"
);
CREATE TABLE public."FixturePart" (
    "uploadId" text NOT NULL COLLATE pg_catalog."C",
    place integer NOT NULL,
    list text COLLATE pg_catalog."C",
    text text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."FixtureUpload" (
    id text NOT NULL COLLATE pg_catalog."C",
    caller text NOT NULL COLLATE pg_catalog."C",
    characters integer NOT NULL,
    "expiresAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."Key" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    hash text COLLATE pg_catalog."C"
);
CREATE TABLE public."MachineTime" (
    id text NOT NULL COLLATE pg_catalog."C",
    "latestAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."Payment" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "tppId" text NOT NULL COLLATE pg_catalog."C",
    "tppName" text NOT NULL COLLATE pg_catalog."C",
    service text NOT NULL COLLATE pg_catalog."C",
    product text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    "customerId" text NOT NULL COLLATE pg_catalog."C",
    context text NOT NULL COLLATE pg_catalog."C",
    "agreementId" text NOT NULL COLLATE pg_catalog."C",
    "debtorAccountId" text NOT NULL COLLATE pg_catalog."C",
    "debtorIban" text COLLATE pg_catalog."C",
    "debtorBban" text COLLATE pg_catalog."C",
    "debtorCurrency" text NOT NULL COLLATE pg_catalog."C",
    "totalMinor" bigint NOT NULL,
    "reservedMinor" bigint DEFAULT 0 NOT NULL,
    "ultimateDebtor" text COLLATE pg_catalog."C",
    "paymentInformationId" text COLLATE pg_catalog."C",
    "requestedExecutionDate" text COLLATE pg_catalog."C",
    "executionDate" text COLLATE pg_catalog."C",
    "startDate" text COLLATE pg_catalog."C",
    "endDate" text COLLATE pg_catalog."C",
    frequency text COLLATE pg_catalog."C",
    "executionRule" text COLLATE pg_catalog."C",
    "dayOfExecution" integer,
    "monthsOfExecution" text COLLATE pg_catalog."C",
    "fundsAvailable" boolean,
    "duplicateKey" text NOT NULL COLLATE pg_catalog."C",
    "basketId" text COLLATE pg_catalog."C",
    "forcedStatus" text COLLATE pg_catalog."C",
    "forcedReason" text COLLATE pg_catalog."C",
    "dueAt" text COLLATE pg_catalog."C",
    history text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    "createdAt" text NOT NULL COLLATE pg_catalog."C",
    "changedAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."PaymentEntry" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "paymentId" text NOT NULL COLLATE pg_catalog."C",
    "position" integer NOT NULL,
    status text NOT NULL COLLATE pg_catalog."C",
    "amountMinor" bigint NOT NULL,
    currency text NOT NULL COLLATE pg_catalog."C",
    "debitMinor" bigint NOT NULL,
    "feeMinor" bigint NOT NULL,
    "creditorName" text NOT NULL COLLATE pg_catalog."C",
    "creditorIban" text COLLATE pg_catalog."C",
    "creditorBban" text COLLATE pg_catalog."C",
    "creditorCurrency" text NOT NULL COLLATE pg_catalog."C",
    "creditorAccountId" text COLLATE pg_catalog."C",
    "creditorAgent" text COLLATE pg_catalog."C",
    "creditorAddress" text COLLATE pg_catalog."C",
    "endToEndId" text COLLATE pg_catalog."C",
    "remittanceInformationUnstructured" text COLLATE pg_catalog."C",
    "remittanceInformationStructured" text COLLATE pg_catalog."C",
    "purposeCode" text COLLATE pg_catalog."C",
    failure text COLLATE pg_catalog."C"
);
CREATE TABLE public."Request" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    "tppId" text NOT NULL COLLATE pg_catalog."C",
    "requestId" text NOT NULL COLLATE pg_catalog."C",
    fingerprint text NOT NULL COLLATE pg_catalog."C",
    status integer NOT NULL,
    headers text NOT NULL COLLATE pg_catalog."C",
    body text NOT NULL COLLATE pg_catalog."C",
    "createdAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."Scenario" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    scenario text NOT NULL COLLATE pg_catalog."C",
    "tppId" text COLLATE pg_catalog."C",
    operation text COLLATE pg_catalog."C",
    "customerNumber" text COLLATE pg_catalog."C",
    "creditorAccount" text COLLATE pg_catalog."C",
    times integer,
    probability integer,
    seed integer NOT NULL,
    asked integer DEFAULT 0 NOT NULL,
    used integer DEFAULT 0 NOT NULL,
    "createdAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."Secret" (
    name text NOT NULL COLLATE pg_catalog."C",
    sealed text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."SigningBasket" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "tppId" text NOT NULL COLLATE pg_catalog."C",
    "customerId" text NOT NULL COLLATE pg_catalog."C",
    context text NOT NULL COLLATE pg_catalog."C",
    "agreementId" text NOT NULL COLLATE pg_catalog."C",
    "createdAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."Snapshot" (
    "worldName" text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    "contentId" text NOT NULL COLLATE pg_catalog."C",
    "takenAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."StatementMark" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    "holderId" text NOT NULL COLLATE pg_catalog."C",
    "bookingDate" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    lines integer NOT NULL
);
CREATE TABLE public."Tpp" (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    "firstCalledAt" text COLLATE pg_catalog."C"
);
CREATE TABLE public."Transaction" (
    "worldId" text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    "accountId" text NOT NULL COLLATE pg_catalog."C",
    "bookingDate" text NOT NULL COLLATE pg_catalog."C",
    "valueDate" text NOT NULL COLLATE pg_catalog."C",
    "amountMinor" bigint NOT NULL,
    currency text NOT NULL COLLATE pg_catalog."C",
    "creditorName" text COLLATE pg_catalog."C",
    "creditorIban" text COLLATE pg_catalog."C",
    "creditorBban" text COLLATE pg_catalog."C",
    "creditorCurrency" text COLLATE pg_catalog."C",
    "creditorAgent" text COLLATE pg_catalog."C",
    "creditorId" text COLLATE pg_catalog."C",
    "ultimateCreditor" text COLLATE pg_catalog."C",
    "debtorName" text COLLATE pg_catalog."C",
    "debtorIban" text COLLATE pg_catalog."C",
    "debtorBban" text COLLATE pg_catalog."C",
    "debtorCurrency" text COLLATE pg_catalog."C",
    "debtorAgent" text COLLATE pg_catalog."C",
    "ultimateDebtor" text COLLATE pg_catalog."C",
    "endToEndId" text COLLATE pg_catalog."C",
    "remittanceInformationUnstructured" text COLLATE pg_catalog."C",
    "remittanceInformationUnstructuredArray" text COLLATE pg_catalog."C",
    "remittanceInformationStructuredArray" text COLLATE pg_catalog."C",
    "currencyExchange" text COLLATE pg_catalog."C",
    "bankTransactionCode" text COLLATE pg_catalog."C",
    "proprietaryBankTransactionCode" text COLLATE pg_catalog."C",
    "purposeCode" text COLLATE pg_catalog."C",
    "paymentId" text COLLATE pg_catalog."C",
    "createdAt" text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public."World" (
    id text NOT NULL COLLATE pg_catalog."C",
    name text COLLATE pg_catalog."C",
    "createdAt" text NOT NULL COLLATE pg_catalog."C",
    "clockOffsetMs" bigint DEFAULT 0 NOT NULL,
    "frozenAt" text COLLATE pg_catalog."C",
    "nextDueAt" text COLLATE pg_catalog."C",
    "wakesAt" text COLLATE pg_catalog."C",
    "lockedBy" text COLLATE pg_catalog."C",
    "lockedUntil" text COLLATE pg_catalog."C",
    "lockedFor" text COLLATE pg_catalog."C",
    "advanceFrom" text COLLATE pg_catalog."C",
    "advanceTo" text COLLATE pg_catalog."C",
    "discardedAt" text COLLATE pg_catalog."C",
    "expiresAt" text COLLATE pg_catalog."C",
    source text COLLATE pg_catalog."C",
    "imageId" text COLLATE pg_catalog."C",
    "hasScenarios" boolean DEFAULT false NOT NULL
);
CREATE TABLE public._prisma_migrations (
    id character varying(36) NOT NULL,
    checksum character varying(64) NOT NULL,
    finished_at timestamp with time zone,
    migration_name character varying(255) NOT NULL,
    logs text,
    rolled_back_at timestamp with time zone,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    applied_steps_count integer DEFAULT 0 NOT NULL
);
ALTER TABLE ONLY journal.batch ATTACH PARTITION journal.batch_20780 FOR VALUES IN (20780);
ALTER TABLE ONLY journal.call ATTACH PARTITION journal.call_20780 FOR VALUES IN (20780);
INSERT INTO journal.batch_20780 VALUES (1, 20780, '\x7591516fda301485ff8a759f36c9a671329290aa0f2c641b12948a506d1d4193716e4656b0a963d65194ff3e3954159ab437fbdae7bbe79ebb5cc2304db33c275f67f3c9884cb3d178f863f17097918fb3d10319cdd2fb6976bb20f3fb49960385e50a2870cf030aa7029e0e688e052405ec0e56d85a2b722295417cc174abe5233911a59f494b1ab4b944254caddf35af8784144501256ec5f19aec9a1beeae94d87a874d4282f7e444ea92b4a42da0754df9e0dcb4145614909c0ab8e8742e28fddcb9f13d3f649c333f58f83ce9874910f77c1e7f2fa0a5055c9839cbeab253795cf89e08072c1018b388cb88c5553f64412885f0836aedaf79016ddbb9f181c217dd58e7cc8f7a5ecfebf1e4031ff403a0906aa550ba3c8082dcea06cf458bcab209aa9f76f316e3504adc3b8cd8efb7b5ec52bcfad5684589c53ff60a7f3b51630d8add056571dc3be8bf22a0303cd88d36f54b47722bdbd46589ca2d6e8e151a8386dde96d2d8f404169665e8b40e11b4bb5ea4c3a3c9beddd084df7ad517555755f3e19b1bb7ccb87d36c361f7f1edf3a7b426eb0a318bd3df31babcde5fcff717e4de4469806edcdc1562c060ab950e55aa84736c7a7037651bfadc8c7c0635114fa2c8e44cc64c879554acf2bb907abd55f');
INSERT INTO journal.batch_20780 VALUES (2, 20780, '\x75915d6fda301486ff8a77d48b4e8a994d928630ed22856c43e24b09d556113419c72959c14e1d671243fcf7ca01263a6d77c7e7bccf7b3ebc5c423418c4698abecd92f1104de2e128fab1789cc7e87e367c44c3d9e061124f17287918c72938b05c8103d427e0c021839746e87d06fd7384e67533ca6f6f78531bb5137adaecd642f7516a74299fdebd47077429dd5e828be62fc86a2beb868ee8988193c12fa64bb6de8a3a83fe2183b77c3b0375891bba340c7d3f83e3111c08ce73e6ccb0b7d8e9d5766859427b9c777d8a0b8f101c1042708f108aef0297b8dd82866eee5953eb4a3d70e0abaa8d8dbb4187744887f63d1afa2e383050520a6e4a25c101be55b538258d90068f857c329b3f278c381795b56155b52d39b3d4879f758b0e946c91c5beb20eff50448dd9285dfe6e31fb379b32cf85b43f943299af997cc6f77b70e0b9b43d125108ad85c673b52db9cd4b85f539090e7cc7d72df1acb2d3d4adac966551b492cf9aedc4552d8d26f12c197d194ded968c6f44eba2d5f6e45f1ba5af0ff09f6d3e22be61ba16e653630adcbbde20112f8d686f4d28eb127617622f14010e28f7f0da46ebdc27c2f7ba39293c58ad5e01');
INSERT INTO journal.batch_20780 VALUES (3, 20780, '\xb55769afab4693fe2b165f8fb96ec078b9afaea26eb3db80d9979c286a1603369b011bdb51fefbc83ef724f78d26f3ce8c944fa05a9faaaeaaaefef967c2d41d9b9f78bab9e326961cf2930d6fdab2206fa0cd4f2c59d4a0ed98fc849345deb227a6bee3ad89c91b8e6cf2dcaf120f39deb4261fdf5f05dd54a1fde4ef773098a83c27c35fed60cf4f90ce0513d3792a5b1b5e83a6ac1353e2e75f882941833531257e7b278aba1fba4b3ca409ac9a4b3dbc135f7f7b27f0e7ff3b4101f005807762fa4ec497ae4bebf8fe4e7c7d27347dfb4efcfea47669520c4da7e12a7d71f4124fb4a64b2a5cd71f7adf25601cffe9a28870fddd10b5a258c0cc010d00b5f81f3c25693434dddf5961d80f2b1400d4dfe2fd9d98124b167cc4dee27b95d6839cbc70000ad3002fd6e41c276b72b9c06b7215311409a805b58a170cbb3c502f704387eb1ec743d1d4d680874bff5237372ef757b690a64fe6bf27f43fa4f307eb429aca7552c47868ba77e2eb01977d3a7d27dafea2a67d8fb38f74efcb14f7e904b76dd75cd3c99017fde47b6493a29edc9b4b3789707dfaf242f76b59d4a7efa0fab43c7cc0cbbbf4f9f74eccaed4ecbb723fab9b6e4cb302d764d254693f1431f971d8e40be421edfad9ff3a6bd7b48b9e7e7f7e2744de7e61e1f81d6ff3efc42fcf32ea3f53f9db3bf1cfc2997dba9abe137f45f50125c6669a145d1a7f6f873ff1f431fe31e49425970b962571bc4e481630ab948a92054dd3aff8fecef81f55f3cf878a2f43de74458f9fd5fa6fa7f57f85fefbb375189a981252d30fc494a0e8e517f0057ca1becea935cb105362d3d475faea0b624ac465d3a71fc421ad077297d6d990ff317a601ca7edd30c6edbf259e24553cf8e7d53ffa062dfdba785ff4682c3c393a336f574423313adb94e68402f2634f5955d7c9dd31351b58929c11559fac26a4990a4d9c537dd28640c2d2fab80c5d28da39ec348886e1818779c2a4648f7b31697503c2ce36fc494b891f805933c1437624ad44dfdf46aeff7a495f67dd1d4a4cc1153621ed3c96a4d1fc839c300720ee66b72bd60133265e3453aa7a803a09fd3766f39a4bc2761927469dfff98c14fe6d318a056714cb314799803402e0100e40a008a5c2c19c0d0076acd24f34f104556e3e1d2a5e426ed86e2f04ce32b2db2cca3e366032f8b0c8e3282996ca48cad2ed7e929b40788f534886a1f5d39a8a1ec74ce4f85b81e0182462f400eed54a31f3746c0b98621f2a3a2db0f3e55d12842cae137d9e83ab4700945258faabe9705b38c19b3083cb69379c156cd7114b3972ec721cd0e3cf61454c205df39ae92c23292b452e635a4a2b9cfd932addafc5d7dc837cd0eee2ad53c69cc5f68a365f33b159e5efe51ae6eecd3eac6d9708732cd45b05191281c23cfb9491cc42f9ac8ab3c856c9367f73b27b40d0bdcd4a30a343b6074eef483aefaa93b66195fa810881beb2c5a72c470068fa0e14038971137c2277f0b1b194183b3bd8d9297f4d110ce8adf15922d1f60eec470ebf7b5c9b76ed324376556a5cc6cce4ae6e6d2870d68a55da708f363aa5ee4e62ad9ca6175040aaded0466fdb63ad0b3a1ba0fb270d729677e2d37154fb349b629ab22943ae1446567f19ab56f4703744b40dd4437ce7a6d7b39c86fa6b3e50a6a5b219be6ee7eb2a714d1a2cea9baaba35d937467cd3fa5c1b2f0f4a34eb1491f0f87fb6d5d9d15ddafa3a092ab34385a8bbaa772f7a8a771edaaacc2241e7808775f1fee4630d048c8ce73c1c7f9dbbc1734f9d8e6051f38d76d71f2ab904b72168cae3ab8d92c6eeed13d593fb6e96eefcbd93177e718048d3ebf662b2b0389775e895761d4f3f0a8f69221bf59c919af2403b96f5e0d331541281eb3341eb3d418391870ae096c68483304e51172507f9ead64ac103cac7804d50deae1283debd4043a42012f086e73be876fe535be78985fcde4ed69d51426d324ac8a56cffa49e4d1085484a120adcffb52714f804d75c966aee1a95004a004c33e5765914359d6a18c17901123389a8c2a39e3060622821bddcc78a422554499018fa700a123545016f350664568041b55305ebc2ccc6a78445b75138cbc1148086e50b58911cc46d11134c3a790a2225e44a3015fb286aaa212d98eb04696310666555e028f7d2462d9c74c79097d23db4a5a1e5566113159cbc150b7ef94e8007ee48c40d936a19c5f630d1afc0e1990cb321ec1edb23f830333d0a7d8ce1f5280f625b52d968ebbe3937d8ed4ee1a81ccaa866db70292284795b528d70b539a0dc5bdb4e1b1154626dee96d6a3fe437ffd45466fec6dbe06cfb6f79383a967ed6684bd5f95514efe3d54252567b6f6ee3dbb61fd63bb487e7065c6d3b3a3f96f7fd703e47d221bdfadb7669de66334fa2af19bbedcf8ee85f1b78d10b76b6385d8a84391ce8ab7e57b072a8e328e8dbcede5feffedd296ff2beb943dc260c3ae497c87a73e65dd20ffb74b3d3e74e1c88f7f3b1ca668666decf4087c78589a85ce97b8e09184b768313ef9da4140da739d8e7d7f308cc25b792cf40b9556ce4215d6f6efc2ed4afbbcc8e13cec8f776bc58568d3bee2a4b0996078e3b5ef91a3c6f87e73cdf34f590de9ef7d8de945d68f3df47f3e7fe403aa64c4c897c18dafeeb6c36b4ed97f486abb64c67118e4fc494f049333d5fd27ef8b84bd66b664dc5cb94c4c96a45ced7694c621a27e47a9d2471441d964b9a22a684f539fa8929f1eda7cb7020573fa19f30edb29667ace552d3f77652680ff318d0eeab4d352ea0545a062a17cc433b66752e2cb5877b543de5b8e335b477347def7e14d76b98ab7a90546e1fd34e6600beb71fd49fc39cbac5bb0d72425f031fc31d21e77ee3f60ebb978b5b1e89c935ae4a8045b0966be51158d4038bfc5db3836227e665e099655cab6bb9c8efa12f504f3b3bdfcce32a2993cd290b450184163a612f2963c6c8d20df5a79c579e64093d128b6ac30d02b10487b8724fd857ca803186c4575ab9b83db0975c02dfa4e2ca79e643b644a50d2a978fca706779f92e2ee19848e14203a7313a99415a85c7e801d9442a650c42d5e1db3a12b5630c641abb8aae7a3963f966693b9a832be5818b9ed2ec72c47c38263ef21c4ea8dd5238270ca23d49ed6c5ac92311ccddfb8a8979cdd525990dcbb6b6448d315d07c4cea069c0d582a3c6a9de40055e623acec8a88fb2b66b016952700df9f89ef888c525bae1639ebb95e96390d3899898b19b5f34c66d746f40412d7041ed165a35f081475d4246d87876e218c78cb6dc924e7c41724b0d592275f41ce76a78a66d1d6167d442138bcac57495930bda5ead4c4fb51545f55d23f1332639b9b657cde76aeddac143dbc44c385a0e2b5822e545a736b44aa5754bd70fbd567428d3b725c4a5bea06b54fb7099d04b1c4df5aa500d1daab3b850c0fc78b341dba8beb0d14a34bad5a933dd7274a87c1efb42add689a589ed4e1587c7964a78c72b1f4e45390e5fe69ad782f001d672f6eddb4fcff6db351f5b2331fd675e2dff7911fdd724ce71d7a7c3b757033edb12d7c9f3ad455a715ae3ae68882991a425beff6b52f5df5e8dfb29f1bdeb5f1bdf1f0f4fc090cbf92221a365c290ec1acc0ff42259e139fbff1c14bffcf25f');
INSERT INTO journal.batch_20780 VALUES (4, 20780, '\x7592ed6fd33010c6ff15cb1f104871ebbc382f45132a6d804adb5ab51d303515729d0b0d6b6d2f76d046d5ff1d3999c684e0ebdd3d3f3dcfdd6d36783c99e4ab15fa325f5e4ed1553e9d8dbfad6f17397a3f9fdea2e97c7273955fafd1f2e6325f610f6fb6d8c37e94620f9f0a7cdf42f358e051818fade5b656129d9050477d000be3d6ee55539baefeba2e47a8280a4c7d1e501e6724e2c048123346b8c84ac2689882bf2be32008dc9c87b4697b891fd2300bfd2c63acefa8d60a7584111a2f16cbf9e77cfa069d500365dd80b06b85cee85ce0b3339a04bdd1925b5ee0d1a9c0ff74d7b7fe10ba487b6bb5190d8756eb013c70176ab8e3e2ee9d362da9cb0beaa74204cc275544294928a524a5d4277112d230a8fc2c2ca357566b62c0985ac95ef3943e8ea380248c5764c7234ad27897020b581a056581cfe7cebcf3fe4919eb8204c9800ee8c01f457ec642ece1899212845b39f6b03828037dd182b4e412e477bb7fbed45808d00ec3b53ed4a23bc8f08751d243161eec107e3a91b10df0e30bcafa513be8df22ece1a7d3feea48ee2bf675598274bfb1840a9a061ab250875a3c620f4b459aa722f6f0573251b233e9f064ae5d04d38d1959575537f2a1e1c797bdd5f82a9f2f671f67d7ce1e177be8288d3af47c6355f332ff7f9cbf4562cf1b03f6a2b515713fbce2b2dc7179479670df42b7eae7078d59c548124694f02a0a492a28e5599a4555c0f076fb1b');
INSERT INTO journal.batch_20780 VALUES (5, 20780, '\x7552616fda3010fd2bd67deaa49826660592691f58c856242828a16a3b8c2693d84b06d8a9e3b46328ff7d72d24dd1a47d3b3dbf7befdd9db75b9886619424e861152f666819cde6d36f9ba775843ead664f68b60aef97d1dd06c5f78b280107b63b70c09f8003170acf35d7670a0185536d982994441764d88127929555aecc9564271e204a290855cbcc16efd00559183588652f4ca63c3caaf470b53f77c4f5c6bbfdcb53afa8410d85c6ba92ce35638651082e14fa561d6285db409d1d340e85becb1b4bbdb624e29211f63c4c861b42829b51309c0c8837f94aa169aca3671d6f5565da7a3c7007eec00bde7bfecd101c0895943cb5538303e95155bc030d97062fb8fc6ef23fbb9aa6292fad0a2bcb6391b6abbafe5129e920c37f9a6bfe627b2aa3393bf54436e7d26afedb040e4c6b932b5dfc6a95ec59f222cbb8b4c789b9e05a738dd7ea58a46770402aacdf4070e011874ab619ad3c5e957682aaa555b210a2a57cd6ecd47f4ba6cb6815cfbfccef6c3c96e6bc55d1ead8e95746e9fef8ff49fe01a539d315371f6b23b0fd450993d99ec9038ef973cddb4dbb1e232e1bf9784c46028f49e6617f225ccc5c7f2f08f385101c76bbdf');
INSERT INTO journal.batch_20780 VALUES (6, 20780, '\x9554616fda3010fd2bd67d8e999d849064da07066c436ba102baad23a832b153b2824d1d671d45f9ef939dd256955669ca87d877f79eefdd8bb35c427f3018cde7e8fb74763644e7a3e1b87fbdb8ba18a18fd3e1151a4e0797e7a3c902cd2ecf4673f060b9020f681c8307c70cee6aa10f19a4191c51be55f92d3a22a9ee51a1d58390a841795d19b513ba72092eecbbe4685fd563fe949cd4bbb5d048b29d40e6b01788dd682176429a573057d1a0f661352f0d3a2296e7aab6a56ba56e4b7953a13d3bb4e0a294dc458ee8fada323f1364d08007210d5a219c1996417accc0c9689752dd3b6d3ef1234c29f68385efa7dd280de28e4fe39f197819b45233488dae45e365f024f944c2459541ba3c665072c747689ce77e97e2222404f70821382684e222a23464ac580b11396e37a63721512f20815fd024e0a1839c4e6f67eab034204112d024e9765d891d824b7c65ba4413a5f98e49e95276462e75311b7feb2f462ef8ecc67f2b8a939014852848be7efbec66d5342b3b3de76a7bcec9d80c52ea6570b2d76eedfee4f263fae4b51df5aa69acbbd4070fbea8cab875af433aa443d390265debfa40492972532a099e75bd126dd00869f099903766f3f4a9f7f35cec2d0ddbefb765ce2ceaddaf4a490f19f1c7bc13bf2da8325ab0dd0b96c5616f495f83c0837e6d364a970f8ec95eab4dc9b990f672cd4421b4161a5fa86d991fc003a9b07e0c82073ff04049d7a4a5c7d3bd6da67265952c8bc2957cd26cf73237ef9f8fa6b3f1e7f1c4b6c7f28d702c5a6d5bfeca28fd52ff3f3a7f8ff20dd395301f6a5360fb139833c9d74cdee299b8ab851b35a1cc272c4a70cc39c3bd2e89714c83358ed649af103c0cbb1181d5ea2f');
INSERT INTO journal.batch_20780 VALUES (7, 20780, '\x95546d8fda3810fe2bd67cb6691cc80b39dd8714d81eba5d8280ddbbed1a55263625776053c7391d45f9ef951d8ad8aa95da2f893399799e996766fcf202f96834592ed15fc5e27e8c1e26e369fe61f53c9fa0b7c5f8198d8bd1e3c364b6428bc7fbc91230bcac014318f401c399c1a7469a13838cc1191df9e92095add119292da47b5702d596dba646f6789c0af79cf18344a591dc4a915b241a995b64b5e5fbfca01b65d119f1ee5036c648559e508b786377da5435b79556df10b4a84552595379c6d24851596d3ccd85bb45bbaab6da9c1cb6455ba30fc86a54f2a696c885b7a865d0028628a15d5d825bce203b33f85a55f7e50b6390bd9c1954c2171e501e063c1e9201174392c47c48d24d9f9280c6342de37e946c2903cca0cbc6c7e4a3d5c8dbbc2cde342bc8dd322734ec0fa23849875f7fbb42bc032fdd0133b88ae7cd6110c6845212f65721cda238eba7bd90a6efbdab57f7b5db60150cb2419005412f0882ceed46feaeccae033e907ac78ef8d2106f9f157f32683183d7bdf91999644492388a082f878244413f957423e2300c19b46b077969e745e7db967aea62cfd14c1b71e04af9c46e942de6939983c10c2e4dbfa070fb5a87efc9e5268341a69afd1e33b0da472c464fe3ae7c372f9d69f26eba5c2df2d5b47064f8cce017e0195c212f14d771f023e929f2f97c513ce5f75e9275dbbae9a42160f843d7d69f935ed00b7a341bd061e4b671a49592a55b10c050ee752d3ba395ca927ba93edadd7573f3b2944707c38fc77d55fab57af34fad154656fe6fdfc8ff5c506d8de4871b94d5e9e840bf0d020c79b7a09f3d92bb2576951052b9bb6221b7d21869c85cefabf204189426e662040c7f9391563e49074f8aa3df71ef56ab6abbf52e77861f6eff2df38749b198be9bce5c7abcdc498f62f4bec377eb7e5bff0f32ff0d953b6e6a697f6fec96a48061c995d870f52f59c84f8df4525f177c18484192c1604336098d499a482ec261b2e56904ebf517');
INSERT INTO journal.batch_20780 VALUES (8, 20780, '\xcd586d6fdb3812fe2b023fdd01a297d49b252ff683e3a4dba2a91d24e9be45c181a246b1d6b2a4a5a86ebc817fcefe877eef1f3b90941c25b553f77ac01d1224145f8633c399e1f3f0e6064d67b3b3ab2bebe7c5e5f9a9f5eeecf4cdf45fd7bf5e9c59278bd35fadd3c5ecfdbbb3f9b575f9fefcec0ad9e8e616d9c8f14264a38718fdd182d8c46812a3078b715eb5a56cac07abac5250fff3d4ca13565a89fad38dcfd91aac8415ace47a4ed7bcded4bbeee95a09b21e2c661abc15024abeb1b6d6d69282950de332afcae61f592e1a39b12821ff7cba6d5255abbcbc3b6512862b5e902c609d4ba9b47a5366955833b5c3fbb291a2e5b21590eadd9506db186d95131cea1a2fa44cb2184d1e62d4fbc07c6937c46872f310a33cd56e2234e4dcf129ce3c42f0981082434228f69d28881287b85ec46264c748f94daf982f5c9ffac4f5082584123da8fca9079f0f0c7cacc74f595e6ccc92cee39d3a03afeb89bca89abcbc3ba9aa15a4c305c6639d75fa38ccc601a17444c67a6a7f3e7a64be781ba3edd67e88d1f34de0be062e8f93ef472fcbbfb563340c85aff438c321278c010f81b3c418fc1832da10873801a6143b8e1e1e6c76c02798d2f128f20fb9c48ed117634c6ffcb62a0a58c9fc8380bc011123edcc170328c20c12ea034f1d1f8cbe830c78620e0d8e35c725848c8889b83d477cb43d8b0f20b24f1f455ede59322faca666aa7d8c5d21f69cd0e7a19fb909359e3d68977bac5dd489fe3b86bd6e9b027238c690317643e63a81eb3aa16732fc9021243cd610973aa3907e73bc9db015881ca4557ffadb7afdfba78fa204798c5101e69c4248328f04c1cb51478e4ea2c01d8f828375e5e8a0fb8f8df271ea9028f081319f76a5706f6520d8393ee43c3272bebd329c6c9acd6a05c53187e3e1d00b3d3f8b0871c72f1d0ec1d4b8fb880af77f50125c0c1177fdc0f1fc8cbe54b909a6deb199f4bf28090ea6e04609a510d2acbbd70f041a898e352488c291f7ed81f62a6f56202b71775c21a0380ddd88a74093203049b1bfba114c8ece1927a4a3f0db6f9f57a25d49abbab37e149f3e96aaaedd6ed5af8270d441367a5d3552b7c7233222233af168e42b6437abca1234d044365200094ca78452e27328efe4728785a79c43adc4b0ba2e72aec1e377bf3755695b12eee577f0412d6aa400b61e4851a877cf2264a3692b9795c8ffd29214ee5ee6690aa542df9790811020f04555e47c836c545658749dc846bfe059556a259578bca83556d6d39a32cf323de59560ebe1d8d5f4ddd9e2f2cd8f6fe64a3dc697a0a588aa30f21b5989a1fd0734ffdee24b261a903fb432c38a255cb1324d58b9c297f0470bdad5843287b020c29143191e93c853680c30646942bc344aa308d0ad7d436c6223ea75287bc835b2fc5e6172abe150329157cf4847df6d159049ab6d3af0de94ac6e96d5138a522a3a22d90acaa934fca2ae9f49d3538a8ab34273970105a0a1ef3fa7009d6a068ff2a2e2ab1e9afef9048739eeb5e34cfc60e286238786bfe90ccf44f51728682f450b5b3b466b96c2547eb690ea85641406ae59c8db46566b104d87ef576068d98a895c4b56461874c9446ecd2b91ae59599ab2b2a9cdd0c5e59b9fa6d767bab317386fd789c2a093185197b8914ba3c8370566407614c3e9b74c779ce3301bf91c4eda31aa4595b6dc183bd3944ff6a4d1a8c49ae5d4904c157d5aa7d97436338302d25c9ee7a5ea27f68e7cf40e79ce45be8ef0f8841025f473bdb75bc5440e12b23b284130a9947ad016667961345f566d03cbaa30106370f72a8da9da2c13d55a1b8903726a4eaa32dfd47c36a0b8d484aa7aa6b4a8d9660da5ec4dde31862edb3c9646781cb00887894b31a1010d79e0fae3acc390029884f460b80de2b401f121e7c690c75d9f9d6159893fe12e67254eab353432e798eb53c2dada4c47aba27175adcd9a2ff0abab29a68eebf9c138eceebcba5659a72730ae1a6a97a6d51dbbe866770240d9aebb0f91ec30f248964146786222b8914cb6ca5d319aceae4d20a9beeeb8b82aa3f746e693dc58b2f2ee3847c13df056d55ff512a137dad14a034e96b9aaac2a59550eb143a93ef4fd1ea5396b1b237e7a7171b9f8697a6e92a2ab0a2f7a250b28f518cb128040dd8e3db136e7f3f4f1e2319254dd76098ec663c059088c6529809b2a3274ab0a57debd9c407a802dd32f7130132b95d81dffa2604f0b573fa32b0a26c7060f273434ef230e211debdd93bf768c524864250e49f98ae7973de2b53ffbfbe85066ba0c423ca67c8cc3cc0fb01b70c61c374b9ce4eb33b3bb11f591a750b0cdf7d6baf9c1c891f91a940eae1da3be78a8e663c8b346bfff4ca81d23756ff6e545cdeaefdafe3e4bb5ac278f5b5d7c7cc99e5ed45e25d59d1da38933d44087d4eefafe5c81dded96556dd9555473a73fcd39f7dad157a7ef8c7cdfffad0f5659d7ca2d0f31daf364b7b72ced36dcd5a41d40d03b9aeee1c3cdd5747e7a329dbfd589b95bdea323dd3b1451b645d1c1540583fa1f0387faafc3ffd123c6a25e82c781ebe3d0a714733ff13d27a03e8b5c747bfb6f');
INSERT INTO journal.call_20780 VALUES (1000, 'default', '01a20a69-2e30-7762-87a8-c611fdc00d10', 1795470994994, 'OPERATOR', 'GRAPHQL', 'freezeClock setScenario', NULL, 'POST', '/graphql', NULL, NULL, 200, NULL, 3274.236, NULL, 20780);
INSERT INTO journal.call_20780 VALUES (2000, 'default', '01a20a69-49e7-71c4-b9e7-bd50e542d0f4', 1795471002088, 'KIT', 'GRAPHQL', 'PsuId', NULL, 'POST', '/graphql', NULL, NULL, 200, NULL, 12.169, NULL, 20780);
INSERT INTO journal.call_20780 VALUES (3000, 'default', '01a20a69-4a03-746d-b7d3-5904f26d8a45', 1795471002116, 'TPP', 'REST', 'createPayment', 'NO-FSA-123456789', 'POST', '/v1/payments/norwegian-domestic-credit-transfers', '99391c7e-ad88-49ec-a2ad-99ddcb1f7721', NULL, 201, NULL, 242.022, NULL, 20780);
INSERT INTO journal.call_20780 VALUES (4000, 'default', '01a20a69-65f5-7340-af43-8c00a9894f25', 1795471009271, 'OPERATOR', 'GRAPHQL', 'completeAuthorisation', NULL, 'POST', '/graphql', NULL, NULL, 200, NULL, 80.078, NULL, 20780);
INSERT INTO journal.call_20780 VALUES (5000, 'default', '01a20a69-726f-72d1-98f0-a09bf2a9fffe', 1795471012464, 'OPERATOR', 'GRAPHQL', 'takeSnapshot advanceClock', NULL, 'POST', '/graphql', NULL, NULL, 200, NULL, 181.762, NULL, 20780);
INSERT INTO journal.call_20780 VALUES (6000, 'default', '01a20a69-8dda-7508-813b-6b97fed44560', 1795471019483, 'OPERATOR', 'GRAPHQL', 'clock customers audit', NULL, 'POST', '/graphql', NULL, NULL, 200, NULL, 288.486, NULL, 20780);
INSERT INTO journal.call_20780 VALUES (7000, 'default', '01a20a69-90ed-744b-b716-87ead297fa85', 1795471020270, 'OPERATOR', 'GRAPHQL', 'payments', NULL, 'POST', '/graphql', NULL, NULL, 200, NULL, 96.442, NULL, 20780);
INSERT INTO journal.call_20780 VALUES (8000, 'default', '01a20a69-921a-7094-8c0e-efdb04d9d99e', 1795471020572, 'OPERATOR', 'GRAPHQL', 'accounts', NULL, 'POST', '/graphql', NULL, NULL, 200, NULL, 68.223, NULL, 20780);
INSERT INTO journal.call_20780 VALUES (8001, 'default', '01a20a69-914b-7635-8511-c5b542615a93', 1795471020364, 'OPERATOR', 'GRAPHQL', 'fixture scenarios snapshots tpps', NULL, 'POST', '/graphql', NULL, NULL, 200, NULL, 385.608, NULL, 20780);
INSERT INTO journal.state VALUES (2, 8);
INSERT INTO public."Account" VALUES ('default', '018cc251-f400-7000-8001-52969b20349a', '018cc251-f400-7000-8001-f6114aafbee6', 'Daily', '15034010010', 'NO3515034010010', 'NOK', 'Current account', 'CACC', 0, 1601107, 10000, 0, false, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Account" VALUES ('~mwtt2zsr9260e82', '018cc251-f400-7000-8001-52969b20349a', '018cc251-f400-7000-8001-f6114aafbee6', 'Daily', '15034010010', 'NO3515034010010', 'NOK', 'Current account', 'CACC', 0, 1601107, 10000, 0, false, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Agreement" VALUES ('default', '018cc251-f400-7000-8001-8940ffef0cb5', '018cc251-f400-7000-8001-f6114aafbee6', 'Kari Nordmann', true, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Agreement" VALUES ('~mwtt2zsr9260e82', '018cc251-f400-7000-8001-8940ffef0cb5', '018cc251-f400-7000-8001-f6114aafbee6', 'Kari Nordmann', true, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Authorisation" VALUES ('default', '01a20a69-4ae5-7655-ac9d-5038e1bd6222', 'NO-FSA-123456789', 'acme', 'PAYMENT', 'FINALISED', '01a20a69-4ad9-76a9-8b31-01618c6357f1', '018cc251-f400-7000-8001-f6114aafbee6', 'PRIVATE', '018cc251-f400-7000-8001-8940ffef0cb5', 'https://tpp.example/back', true, '01a20a69-6642-75af-ba40-86b8e525842d', '2026-11-23T21:56:38.218+00:00', '2026-11-23T22:26:38.218+00:00', '2026-11-23T21:56:38.218+00:00', 0, NULL);
INSERT INTO public."Authorisation" VALUES ('~mwtt2zsr9260e82', '01a20a69-4ae5-7655-ac9d-5038e1bd6222', 'NO-FSA-123456789', 'acme', 'PAYMENT', 'FINALISED', '01a20a69-4ad9-76a9-8b31-01618c6357f1', '018cc251-f400-7000-8001-f6114aafbee6', 'PRIVATE', '018cc251-f400-7000-8001-8940ffef0cb5', 'https://tpp.example/back', true, '01a20a69-6642-75af-ba40-86b8e525842d', '2026-11-23T21:56:38.218+00:00', '2026-11-23T22:26:38.218+00:00', '2026-11-23T21:56:38.218+00:00', 0, NULL);
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8001-224701261ef7', 'clearing', '018cc251-f400-7000-8001-52969b20349a', 5000000, 'NOK', 'OPENING_BALANCE', NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8002-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 28180, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8003-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 69845, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8004-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 1290000, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8005-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 300000, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8006-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 14025, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8007-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 63767, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8008-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 31281, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-8009-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 1290000, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-800a-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 300000, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Booking" VALUES ('default', '018cc251-f400-7000-800b-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 11795, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Booking" VALUES ('~mwtt2zsr9260e82', '018cc251-f400-7000-8001-224701261ef7', 'clearing', '018cc251-f400-7000-8001-52969b20349a', 5000000, 'NOK', 'OPENING_BALANCE', NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Booking" VALUES ('~mwtt2zsr9260e82', '018cc251-f400-7000-8002-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 28180, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Booking" VALUES ('~mwtt2zsr9260e82', '018cc251-f400-7000-8003-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 69845, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Booking" VALUES ('~mwtt2zsr9260e82', '018cc251-f400-7000-8004-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 1290000, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Booking" VALUES ('~mwtt2zsr9260e82', '018cc251-f400-7000-8005-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 300000, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Booking" VALUES ('~mwtt2zsr9260e82', '018cc251-f400-7000-8006-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 14025, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Booking" VALUES ('~mwtt2zsr9260e82', '018cc251-f400-7000-8007-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 63767, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Booking" VALUES ('~mwtt2zsr9260e82', '018cc251-f400-7000-8008-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 31281, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Booking" VALUES ('~mwtt2zsr9260e82', '018cc251-f400-7000-8009-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 1290000, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Booking" VALUES ('~mwtt2zsr9260e82', '018cc251-f400-7000-800a-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 300000, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Booking" VALUES ('~mwtt2zsr9260e82', '018cc251-f400-7000-800b-224701261ef7', '018cc251-f400-7000-8001-52969b20349a', 'clearing', 11795, 'NOK', 'TRANSACTION', NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Customer" VALUES ('default', '018cc251-f400-7000-8001-f6114aafbee6', '018cc251-f400-7000-8001-673032f193d4', '13039319955', 'Kari Nordmann', 'PRIVATE', '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Customer" VALUES ('~mwtt2zsr9260e82', '018cc251-f400-7000-8001-f6114aafbee6', '018cc251-f400-7000-8001-673032f193d4', '13039319955', 'Kari Nordmann', 'PRIVATE', '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Engagement" VALUES ('default', '018cc251-f400-7000-8001-5941bf0b6bf2', '018cc251-f400-7000-8001-8940ffef0cb5', '018cc251-f400-7000-8001-f6114aafbee6', '018cc251-f400-7000-8001-52969b20349a', 'OWNER DISPOSAL VIEW REGISTER APPROVE INTERNAL_TRANSFER SALARY', 2147483647, 2147483647, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Engagement" VALUES ('~mwtt2zsr9260e82', '018cc251-f400-7000-8001-5941bf0b6bf2', '018cc251-f400-7000-8001-8940ffef0cb5', '018cc251-f400-7000-8001-f6114aafbee6', '018cc251-f400-7000-8001-52969b20349a', 'OWNER DISPOSAL VIEW REGISTER APPROVE INTERNAL_TRANSFER SALARY', 2147483647, 2147483647, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."FixtureEntry" VALUES ('default', 'account', '018cc251-f400-7000-8001-52969b20349a', '{"profile":"household","transactions":10,"from":"-60D","to":"-1D","seed":1}');
INSERT INTO public."FixtureEntry" VALUES ('~mwtt2zsr9260e82', 'account', '018cc251-f400-7000-8001-52969b20349a', '{"profile":"household","transactions":10,"from":"-60D","to":"-1D","seed":1}');
INSERT INTO public."Key" VALUES ('default', 'kari', 'Customer', '018cc251-f400-7000-8001-f6114aafbee6', NULL);
INSERT INTO public."Key" VALUES ('default', 'daily', 'Account', '018cc251-f400-7000-8001-52969b20349a', NULL);
INSERT INTO public."Key" VALUES ('~mwtt2zsr9260e82', 'kari', 'Customer', '018cc251-f400-7000-8001-f6114aafbee6', NULL);
INSERT INTO public."Key" VALUES ('~mwtt2zsr9260e82', 'daily', 'Account', '018cc251-f400-7000-8001-52969b20349a', NULL);
INSERT INTO public."MachineTime" VALUES ('MACHINE', '2026-11-23T21:57:02.936+00:00');
INSERT INTO public."Payment" VALUES ('default', '01a20a69-4ad9-76a9-8b31-01618c6357f1', 'NO-FSA-123456789', 'acme', 'SINGLE', 'norwegian-domestic-credit-transfers', 'ACTC', '018cc251-f400-7000-8001-f6114aafbee6', 'PRIVATE', '018cc251-f400-7000-8001-8940ffef0cb5', '018cc251-f400-7000-8001-52969b20349a', 'NO3515034010010', '15034010010', 'NOK', 10000, 10000, NULL, NULL, NULL, '2026-11-24', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'GamHZNC6U6J6rXT6/qBq9ibp7dxlPMwn8OpigjOkrmc=', NULL, NULL, NULL, '2026-11-24T04:40:00.000+00:00', '2026-11-23T21:56:38.218Z ACTC APPROVAL 018cc251-f400-7000-8001-f6114aafbee6
', '2026-11-23T21:56:38.218+00:00', '2026-11-23T21:56:38.218+00:00');
INSERT INTO public."Payment" VALUES ('~mwtt2zsr9260e82', '01a20a69-4ad9-76a9-8b31-01618c6357f1', 'NO-FSA-123456789', 'acme', 'SINGLE', 'norwegian-domestic-credit-transfers', 'ACTC', '018cc251-f400-7000-8001-f6114aafbee6', 'PRIVATE', '018cc251-f400-7000-8001-8940ffef0cb5', '018cc251-f400-7000-8001-52969b20349a', 'NO3515034010010', '15034010010', 'NOK', 10000, 10000, NULL, NULL, NULL, '2026-11-24', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'GamHZNC6U6J6rXT6/qBq9ibp7dxlPMwn8OpigjOkrmc=', NULL, NULL, NULL, '2026-11-24T04:40:00.000+00:00', '2026-11-23T21:56:38.218Z ACTC APPROVAL 018cc251-f400-7000-8001-f6114aafbee6
', '2026-11-23T21:56:38.218+00:00', '2026-11-23T21:56:38.218+00:00');
INSERT INTO public."PaymentEntry" VALUES ('default', '01a20a69-4ada-7030-977e-f8eaafdee3de', '01a20a69-4ad9-76a9-8b31-01618c6357f1', 0, 'OPEN', 10000, 'NOK', 10000, 0, 'Ola Nordmann', 'NO1815034020016', NULL, 'NOK', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public."PaymentEntry" VALUES ('~mwtt2zsr9260e82', '01a20a69-4ada-7030-977e-f8eaafdee3de', '01a20a69-4ad9-76a9-8b31-01618c6357f1', 0, 'OPEN', 10000, 'NOK', 10000, 0, 'Ola Nordmann', 'NO1815034020016', NULL, 'NOK', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public."Request" VALUES ('default', 'NO-FSA-123456789', '99391c7e-ad88-49ec-a2ad-99ddcb1f7721', '2 hvuFHH1CBOFL+98Tx/WEoHSjAhSv4sk58H7tsyWegu0= POST as1wxa in798g ztntfp ztntfp 1imkdd8 oewbu4 1m6j6hx', 201, '{"Location":"/v1/payments/norwegian-domestic-credit-transfers/01a20a69-4ad9-76a9-8b31-01618c6357f1","Content-Type":"application/json; charset=utf-8"}', '{"paymentId":"01a20a69-4ad9-76a9-8b31-01618c6357f1","transactionStatus":"RCVD","transactionFees":{"amount":"0.00","currency":"NOK"},"transactionFeeIndicator":false,"psuMessage":"Please approve this payment in your bank.","_links":{"self":{"href":"/v1/payments/norwegian-domestic-credit-transfers/01a20a69-4ad9-76a9-8b31-01618c6357f1","verbs":["GET","DELETE"]},"status":{"href":"/v1/payments/norwegian-domestic-credit-transfers/01a20a69-4ad9-76a9-8b31-01618c6357f1/status","verbs":["GET"]},"scaRedirect":{"href":"/sca/01a20a69-4ae5-7655-ac9d-5038e1bd6222","verbs":["GET"]},"scaStatus":{"href":"/v1/payments/norwegian-domestic-credit-transfers/01a20a69-4ad9-76a9-8b31-01618c6357f1/authorisations/01a20a69-4ae5-7655-ac9d-5038e1bd6222","verbs":["GET"]}}}', '2026-11-23T21:56:42.345+00:00');
INSERT INTO public."Request" VALUES ('~mwtt2zsr9260e82', 'NO-FSA-123456789', '99391c7e-ad88-49ec-a2ad-99ddcb1f7721', '2 hvuFHH1CBOFL+98Tx/WEoHSjAhSv4sk58H7tsyWegu0= POST as1wxa in798g ztntfp ztntfp 1imkdd8 oewbu4 1m6j6hx', 201, '{"Location":"/v1/payments/norwegian-domestic-credit-transfers/01a20a69-4ad9-76a9-8b31-01618c6357f1","Content-Type":"application/json; charset=utf-8"}', '{"paymentId":"01a20a69-4ad9-76a9-8b31-01618c6357f1","transactionStatus":"RCVD","transactionFees":{"amount":"0.00","currency":"NOK"},"transactionFeeIndicator":false,"psuMessage":"Please approve this payment in your bank.","_links":{"self":{"href":"/v1/payments/norwegian-domestic-credit-transfers/01a20a69-4ad9-76a9-8b31-01618c6357f1","verbs":["GET","DELETE"]},"status":{"href":"/v1/payments/norwegian-domestic-credit-transfers/01a20a69-4ad9-76a9-8b31-01618c6357f1/status","verbs":["GET"]},"scaRedirect":{"href":"/sca/01a20a69-4ae5-7655-ac9d-5038e1bd6222","verbs":["GET"]},"scaStatus":{"href":"/v1/payments/norwegian-domestic-credit-transfers/01a20a69-4ad9-76a9-8b31-01618c6357f1/authorisations/01a20a69-4ae5-7655-ac9d-5038e1bd6222","verbs":["GET"]}}}', '2026-11-23T21:56:42.345+00:00');
INSERT INTO public."Scenario" VALUES ('default', '01a20a69-3ae8-71c7-8f56-36caa23fb2b1', 'delay; ms=1', NULL, NULL, NULL, NULL, 3, NULL, 1, 1, 1, '2026-11-23T21:56:38.218+00:00');
INSERT INTO public."Scenario" VALUES ('~mwtt2zsr9260e82', '01a20a69-3ae8-71c7-8f56-36caa23fb2b1', 'delay; ms=1', NULL, NULL, NULL, NULL, 3, NULL, 1, 1, 1, '2026-11-23T21:56:38.218+00:00');
INSERT INTO public."Secret" VALUES ('authority', 'sxtNdtSNMTumPNV3ftvWjFFaIXNqv93AxnoIRfDZRZK17PrjU8GtzM1I8gfXwfgSuOShcvysBoI5GXicNw2OA2YsussClShdFEJX0+eU2yimmQDGt2oY8JDZHzgYh+jnHmQikdRVNSAGDVMvOg7XchXAezK0iWK4Sg95S6Pz8zYcSN+xCR/zmCXxpdXxRCLUIOIrs1B+sQ3mHhNn5Fn2HlGJIL+deE1xhYTaHA/aEuH18YHpi3PadUEWXBJpKggZ6dk3vz3Z3OqhEg8UytrOziJr5+SM8Dov8UI01mgOsJ2rp9noKJSo9uddWHc6w5BRWDjPjScQD1Iz5ob09t0o1BOsfjzihzmig+zE23KShNahPdiCXnWXApKpZ/2HVZg3LoHhBKSARIghS81f8vTC+bMp9+FCU8bM3KHLk8JsXaB95VySILWAg6XnioVPKm5Pmg5sQ7FA0M5IzdDLJuH0Vgi9A34CI0dCBj1rnF87mGhio79BRXgXvF+xbq4SqyIoCnMIu95mY3xEKl2Yh8OnLwXPtlEWCUGFTO1uhDJFki1/Sq6g7SJaT7LzwCg9lBqKxj7cDDUkoHPOBKdy9u4gdvQoryH4BzHCo0l+QiYNMXQf8Hr6rBU5MjKVyfvsCija0MEXCnCW1XP8MxyJJTuvwUB/pVWtG79LmI6IsLRfT2CQUB+/iPKkMmEPSAWCpUumiH8xkXR98syps/rDwlvC8ft0XEnkEJlNWKmxqLZJUk4aKAWIHql7dJ4J854XswwLxqm0CoeW3tbyZifiZvukzTfnL8ygUPSlZtBC2zHKKITvlpsaL6/ksFniDTJpgRgOJ2Y4ot/bRKmv/hGH4SuZradwVuCeG2oiImA4P4caBeewyZjOR8n+z0peYx3vgrcSIoBEn2zXuYosFI0YLsjkw8MZdrW5i1aTIN7c2ToXne28WHLHM84f7HC3m1cZVOpIqa9+jEVau8PL9DOAgaq0p54UqtSrs87wOV7oHl/LR0xvWF7Kit9f6wf+XX4j65YwUO+QcMwVMQtjZLDyLffdkwKzQUdlml6xfEvTX1Jpg2SNY7SERN9uRzfvBM4Ws+2diRqPeKJVTtAw9QZHZcdtqDffiTkatRJjwKBCFW+ZksjkvT2OLJprwakHtMDUVW7SrUPubxgHbpKOCBbO4ixvTQf01WMp6wBGpOvqj3CnNlSTmhzod9SyCvyxWjWISMqAi0pbRCxoODNIVaIOQVzDOggbMGQ2jokNOnzU70hbyAfMKLtbQnJGaxUMQRTsZmfbbNZLyJhu7jI4fdhXFEnT/ASLEp9+Klf6MBTS4lQljoyN12B1fA84TQYpcdxE7ZWhEho4EKsOcv4yCA3L+I+RFAdX1U/agMnv6cUuCVf6anNDcOILRDhxQUfoZRB4AWYRj5YnJbGnAVvc26iIEPftb/5x1RXapgjqg3CVpR/bT9BsKN+knYoqryOD0DrFExpAoawjxpJTittyNsephUELzQ1TigIspV9074Az+0cmBJSPP0aDFdYV998g7hTfIpFr3TPujSqCl64ApmBVqVhdY/fqV0VipduvuehFanMs7drD2ZzaFV+nBmrUvRsLmrzgRxLQxjSqF2f7/KDkjJashwxYS/rnztAO9GEhnuVlfxDYSXX+x1FxOoYa2IL1bdNtgzNdVQcWIpGjTKZvIfQozQRglvvCeUwkoAQAadW2Z8l+keYhd5rGvVllpxy5l5upYjCycohX9bPti01urqESWF/rjfBMkqf+Uk1AeVQK0QNsbyNadJfZbAcEeU6aRv3fLpEcofrD2i/+mVOLRsTuWZM+orZXw46jJQinxKgl1I1mUHRI+bDoFWfLL+LzANKZNZLgDjhwyUnimi55zysj/CYLPwvXjc2OJDsFtcq2lRj66T6N+JffKbNRm7AaVdz6dZDnmuYZ7KF9zcLwWr/TXoujxEeGHVqnj4M4bnfhYvq91yrgGCJnzHHD4+pOItlt9vtbZj9AzbBZmYXQIQ7yD9tCDdPcr8jcVxMrkNwp2ITzg3rynV3Ij2nt2dfiX0XVNKorH+cVsceqRJbWFQAfCzG4Yaw0dpQa5xs8+S+9c7ecbjx4FjoXqltmdpzdZTCHWczagT86d9rfJt7gLY5VV1TOUA4GKaK87ZPv6mik9uGPxKxRLh7as448KIVRrnZOHqM+eqxItktaMrLPDWJ80TWm8wjug+XvZ/P1Hy4norOP7Vxr1blQ+qBIpenV+DVtMHVH77K9ZceoHdA0XcfMeL/M/WqV3NJRKGvLWoJ+dXJS3hW0Ap+H4mrGpWBKnflMRneOFNYBA3l4xtvmXYJcmFpgB+lsPJu3xbJp8EDMADok9ZuR55U5eIaD7rK7moX7XSmaEtDFiIMj3Nkl1MlIqjCmcGfq2fS6QE6Jp5B/FiXKsbUj1ZhD7fvC0ML079q/tk3i3ekr21N+JN7alMb6c65RhPtuoLcZX0HU89zL4bYF44ZYy+yWxZVgMDiQEkdoFsp9Prr8l+1kshSuuqLpVKfLFFa4O6lpq8TJwt/9Ypgm8paMfTD5IqHH15X7mUMU52xvp01MZi4m2Yq2kguTInXLxx1OBjmMq5OjxghLH2xK2Tt7dLln34VEiCvwNUDjWFiPwcSTTXblXpduivvwEEb669vui0ujRSZ1Bq5rH0CZul/alk5MNvO06mR0Z/TxAMXK1zdGFj/IYOB1dJ/2sNlcycGybMwTC9Sxeg4iFaM4hwtceu11UgMpGnOtEZcDZCGDOXtOxdc4qIo6lzPW4VkzgYeeo/gg4ZmspQyct/4Jq8BZTfqW+zVhCMbAOh9AzcuFKRcMaJ8tBmmIsPzGxy1Nox71mCMnlUJMwk5l2Rq+SBX3pG3hoOkMo7mqjXgTQJ6B+LkzXL2OxhEmJyuWVLtKapAo8EiMVyr87GoGDKdH1nUzaLiW/+ksdFN4Ks4/Lt097pmOX6neNzWfwZpVnW7bNfxSV84x5PWCs9fkbkFHD+KGKT1x+2mcsv9iHsXPztG2nsjcNgrce/5PkArKE3vB1TIHbiwu7RLVUlUUGvLbh+Kf/XID6w+0LU3g1eFLxjnKSfogkedJ1DPfhAWwtYbGxSxoiUbkBxDPllVkAljZJrjIv9mh1EF30AZmKuNLJWeWWIXefvEcRqUy4KjFLoacWnBWadTn/ojwAVABvuu5ns1Brv+MifY2yUAVQ/bhiHAu+8+N6x5UuLiFPNUmayAjHC2a2dVWk35XoqpbfWItbdwC9I606vsTaTU6bfyXG7GI88Iz7lYCtlq85AmFvB02E4d8XO5gaav10xwmuIOr9aJH6IW9FzV1CQf5xvopMftzvYjoagEn7y2gLkbirX3VlVlVCtmjy2jtRkBdaSCrsl0Mob3yQtD+YOb+yLKY/ZGODrDjsu/9ywACdrY5fCyjMWKB2OG+TxpSKVJfsOMOgyrxnR4bJQh7IB0O1QnMz9rcM7Nb6ZnWvS3OXuvJthu1x5DmXQcjjRoriGUtcj3CIBMJeNk5xLpCmObzhkQzvy5nyB22rJfiBSKVAP51dDVNNwouhUsLOZVPMBScRiMG+K0EuE7Bkn2OtFlpTaiqQK8BZeV4Klbp1BTdlBskIbBU0e4uR5laovBF9u1Fra+AzVK/qJ5ZcrQ3gFynrz19BXqloEJ8MgzMCnErdBlRCqyCzg5lxDnqAjGwPprj4+ejcFyEcLL+arzNQmfnSG4D7JvgxWvLp4f0KcUwts3f1TTrYszXcX3K6mX5IkdQ2F38VcyBM/CSaiTq5Ln5UmusEirgTzYq6Tur/AAho0qY/TgZdrEfF9NeL1PpLjp2+ntqpm6UegMW9ojeTNdLf5LhmiR35+vEeK3/I/65ASInmoz8TojdxylDTJmcYErEzXV1+H4S6Uvc5O73FoAKfeR7jvMEVAMvrhpEQmQKWkz1IUbx7fWclUg5dazmBDQ0UNoZ2R54xPf7pkcD6UhwA3sjFA5PXL+xmPvH5EuJ8q7Q/0mNLKwSNgzfE+gs3AqxCxssHGWidK4w58yTCfPQLlJ7FC6yD8o1Gm3lCM9EnbBvoCsB8Z9eGKS3nzjCCxG1rlh3UnO6GFg1CofXA9UCRw8YBMZ9UeGVaBixsZiKg6QJktU0i9L4Ras=');
INSERT INTO public."Secret" VALUES ('tpp/acme', 'Zx4fGRWe4JUXa404/iNQy+i+/5mo2Se8wc7fwV7OgJGmJwu+qn65Xe/3OaRm1biyWlSHof16zC1hU5pW58lqjkevpODBeQ1XpiPTe5y2kLxSf/KbLsff8BbUtVaZiweHh1mZWgtuMhYJdhV9d3wMmYvyBtwRB+N+cIEPQIIclK0UikVOyFN2kN3N6XnZhZMyG/TadvCp54AteiRqG1+2HD393Ych0cB9oYnH+DkAumu4/8eHn4xTNgbhXQhTE3/fwNxgXKLe9T4XoBtJuV88GxfPsHAAemNdZFXQH7U6KhjrkEVLzBUTrUaWToZqWQ/xovuqQOedsAB9V07WSzVE+1TCtCtEN7G6QPidRk/DPHR8HJlCHhJIjvkCZViOd/pWPsTzjxkZ16tcbKxNPg2VHcNo8X6QGP/Mbijvtbqo81YA/t67J1hzjxkKsVAb4zNeoX4Ul99SXS/xERHnGKng0PoLKRcZsMr5RKTpH7MWYxHOjsi4qlLkNZ32dVWJmOmMNLz9ZajEipypIDfDVFRGh7xJ0k85XWcmMnhlo78U1DIyCYAuLJT+idjrbHrqEAnCdpA9DFl8Td4+RdQ4+wikMg8WG0l6WbCOk71xjEYy1pWs9BQFYZW0zCnW+gIbnwKhtzX9gbt/Zg3beAeKRvg0V6Sw9kzqwfN90kNWrXeigyIOkZfsL4FlrmhPET6lcnYRLH59bRZvDGT9HngCpkdAWL+aLlUAd7Mvs2lvaeS4gN1cmPQf/Nx+tyzbYOj/lHLkPS9plBQDJsFNmL4U9x82qqzt06JjZECmD4wE1jtaX4rtw3cXKy9VPSro/gjEZaPiyRASTxBPO7wWeNiTqR/CM5zLNl2caYOcXbzVn3FtKsnp/S3NYMqHieGOPak/Gsj2SdWuGfvWm4zjEhRXngpJA500Zc7uQDYaJvYuIcrVknpW4qtFEVjo1z5Z0SZ3ZEvfh2aki+UYY0kUuRm2HVRZhdAklK5/Xu3PxHNEF4T7N8dJxMSNDKK6yOolT3Noo2rYmDfDpdlvVT2orpLPG6Xk3E0+5ZEpXw59ZtsoJ/0+WY5+THKWW4mnX0TzEag8KgBo9wQuk+Mb6Zk15monfr4BdVHqvguCVeo+hCo60gGb3xAmooGoJzT9r5Y6ld0w/0a87sguX7xvm+Iw+V9Vq2FrHujB/FxMdL5p3wVTc7/LdBbxshhiumr9enoNcuRqSaKXLC4N/Jwwb2fqidJ7OrhgoTvR8qLM50BDTjbCvFrT4UseKZgSPs3bSmnwRoxYsl0n1xTJG0mpL8XcdDdIB2i7jhMFMKsMmGGkQ/nIZcEkYDbdtATlg2vqU8+GzTr/pBHtSzb+Vvy9RoKwYHAo5IKRzVRAiDJpJ4LonIj9aaEDXz5ZTIuTEFSr3j3FVsRWTPHIN55Nyp5upDt59glITsCtgEltjI9uG3XFP4Ya0PHVxtfM7tpB8/mvwz8Pmo60hYJgLV+J7zmda4stXLtefjl6HZYv53YPSj7xqj1WZzQ5rzRZ3JpQuucO99jcDmfhWYKCrdty0dHR7tVtc6y+na4mO9IFIaQNsyQE3LRAOnIaHRswqHXReLKw/f/5i6QzMLaHSanxudLsz+nypMtSk4QkfrJ8f6O8HX3rsulqP622RcXUezD35vKhAjW18adgm+EOIL1GND/AyUqQAEuGk0WWN7mD/TLJaEi+qCSQ2GITWv2Joperz7i27KzaY7wYu5Teyd24efimKvw444BhZNwbFPZZ3P+Yxtl10jAdfvrfWvHz0l9DMzc8Jz4OclTFQge8U5rTaiJSyB8j6clUfzl5o5tV/9ZxlvubnCzPV0vcENwxQxqMGdLZ2pH7riMsiAnpZ3Kfxrv62FXvvcJalDOLOqd9LTY60ZFr3FjZaonDyBF2YRmuZd9Gk3jW/T876cjob51UgEoHoG+RWvXS9q6VluWtJljB5Fyv3Z3ppTjZxOVQKM8hQpkdnglOA+YctwMn73t2OZBWdWu66P2wT3HBevc6H02JIcfbb0OezHzilYw9NeLzQsFrgto0tnwcjyrslnKhNOIqURwZnpK4ar9yXtTT8bvQOEPCXv9qjquRFWHwclHDyAc0pUfKzS9DRD19Ybl2zAFEIyV9mRWtN8My33DvLaU4hXvL5cS/dYXBrRNY3kYf8cotB1W8YZXmcOMoHdiBVQVwg0ipcLiHTqHL6rABhw56O31A/h0KQCubB2xkz0L3Vb8gJLYj72IXUDjRJupzgAgVQ3p58/JvCzLbDwerxVWEKuK55uwheh/tVEAJXl/aJ4tKDQrrmgEjpjog+mDWJL5KRW0oaYf35LdZ4OXjEZjGZ462NOEalt4sgLBcmHUBmwz7TYDJS9mVBJklStCziBblDkptx7rxFtmMaSSCpKJJiASAVKZedS2LPB7DvOKxWYeD8Q5lPg8fPL3mYfSJAs/DP4LS9IhPiWID3X/tM0T/XUo1cNSWDxJ5uK9aY9qW86PxlBWWIYhIvhjZi+3VrMGNJSnnwkQuUOyv2cJsRHaEfj40NbisoVNH0IOKG7jOguT8cihf4aZAnFzgpIuiHu67ilXujo5xC8939HoyogSy9JyTUbiJYhx6UtFhJqMZ/lBFSX+6zPDavFfndwM06eMIMitnfekDYSe2PoTv2Brets4s99j4c4loh+PfMj8tvcmGfmHqtWpstCe4HrtO3uDvSiCDQlLeOULv33zg8ym39SJT9USrjz++1jnlmSn8L2I4pFSluCz2hv8MQba7tw4L2DB0lTDg9DMAHg/FPKn7j/7dhXeIPJxBFplTT31OIEUaxuI0Da4xparh5XPBnj24AjRDCLLowMk9qEWn9HHqdHZAwkEfMd8hZXUKiQZO1ij/i3FZOtpWGfwZ++6TjUSsnDgk4NJkpASy2ku51tAVgAioY8TpDJyLNaDuRhDz4ahoSG3GEmUlu8iNF2xIIpJz40XosB4xUJRyOXpAcNB1J8MwUeIhlCAvReGAhDnT/VGN6oeCA4TMz6L0PjerD3FHjbxMQSKlAQagBV2WvPtmkrN5kszxpMlPwvGOm1XiB15tTFhe9dGOnBXh7Kwz1yvX6RfxIZUchhZSKzHPb8bWyCxwETHC+6dFp4N4aAWSkCFn1qabiY1WnmtXt4pxjPhf10dKWrCjbnVWWh4N/MNy0cCVgFiEdWpBwLIIDwiTxKiht/jcOjjcRolAPFpdoe1hyHr3PMYYYeIECdwwNsg+CuBswEpH3abNmsJWNLcb7/hsvKXxpBO+eMljto3hS5fvu1nsOLKWNJ+KAgD8YI2TBU4+INL7Fukxrxp3H3cqmq1p7T06/tFIC6rXdFmqRbBC9kR+74QPSEkVci+L12rXnHcGJMG87jUKG6D+IV81vQ4IVpvth+4mjDQkE9/u4nft4CHYyhIp2v5BE/RNGPyI+aG7YyA2oH871Nr9BTxvp7H6zXqArEjmK19aa+HhCEG+CM6WQteW5zGEQC2neMCjjvcyU0BTMK+KIPK8Yz7IAgWHKfEzoeSv4JLVI0nJJ1mRcbccS/mPhyn5Bsl9tB7c1OXHVi3DoV4ArOHPIgH2YoOcsde6fLodgmJIeI8dBOfE2RTC2GFF+KYNT2GVlXPFqxdOPY1M/tTjzE+uRXiwnKtCc7hjrH8hEZRijJiuSKSjHefeNfUOzjjXlfux+gFY0SniDPZ+ZU9XJMEwfN5VzlKTUfl79sMf42pmJfTrdlp8zEi21/4PC99ZMTrtrhSHTflziAIj96tnn2YbVVvI3YV8fB3trZjNBSdm/DZi14PjCXHG07EOvjzOk6cIxuvURZTE3s6oNlnpfpUoXsKXI/Zw3UbPm4gOzRhoBOJwmZciVpNWmFR+D+WYw9J915DAGMJptGtt/Abbm3MK8Y2Dwxzcbj3rul31W7E/u5bgzN0Z423tO5XDYjxckHOP5hgmT62q+RtkQG2XWTUdlKNZZpP1fpsMeD+czUo85KR4saWjv8ctd6CBWfjTv8QZJyCPxLl4t88L8/1fiTx7gkNgek5uWtdZR6wJXvhRj0oJar92TYIJpeCFxHgoznzP+2Mcw8Xht3RQQVvQ8nEqdl3P0l8CHYdMkUjhq4+rB8L/k/NNfdcZG0rRVhNgTkhNxRan7qerY48voeL5phcuI0+Yfjbp1zmjnVgLHTec8aPFBXm4lSGSZH+QATHSIgNRqV43OXYQkXd79ITF/xmPvBQpAb40P0D2rZvCqHEueDS52lH3oIQE5eHz6PeKkpYoKZ9v1kjVdfeqppY1cLcUFIE0ekaP9QT2wwMWGgWZEHuZaqAAUjBnsqDX7G4imp42OTfr/iKf1OnSv1UGvWcuXfabb2pWgAToJuDCOMepC83nnxOtSqrw');
INSERT INTO public."Snapshot" VALUES ('default', 'found', '~mwtt2zsr9260e82', '2026-11-23T21:56:52.555+00:00');
INSERT INTO public."Tpp" VALUES ('NO-FSA-123456789', 'acme', '2026-11-23T21:56:42.126+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-8001-d839cde1b663', '018cc251-f400-7000-8001-52969b20349a', '2026-10-03', '2026-10-03', -28180, 'NOK', 'Frukt og Grønt', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Frukt og Grønt', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-8002-1e39b11e81f0', '018cc251-f400-7000-8001-52969b20349a', '2026-10-09', '2026-10-09', -69845, 'NOK', 'Fisketorget', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Fisketorget', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-8003-e9c356245f1b', '018cc251-f400-7000-8001-52969b20349a', '2026-10-14', '2026-10-14', -1290000, 'NOK', 'Boligutleie AS', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Husleie', NULL, NULL, NULL, 'PMNT-ICDT-STDO', NULL, NULL, NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-8004-84845f900372', '018cc251-f400-7000-8001-52969b20349a', '2026-10-17', '2026-10-17', -300000, 'NOK', 'Egen sparekonto', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Overføring til sparing', NULL, NULL, NULL, 'PMNT-ICDT-BOOK', NULL, NULL, NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-8005-d20965eaa51d', '018cc251-f400-7000-8001-52969b20349a', '2026-10-23', '2026-10-23', -14025, 'NOK', 'Reiseselskapet', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Bysykkel', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-8006-cc1e80f40662', '018cc251-f400-7000-8001-52969b20349a', '2026-11-02', '2026-11-02', -63767, 'NOK', 'Bakeriet på Hjørnet', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Bakeriet på Hjørnet', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-8007-38a32633284a', '018cc251-f400-7000-8001-52969b20349a', '2026-11-08', '2026-11-08', -31281, 'NOK', 'Bakeriet på Hjørnet', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Bakeriet på Hjørnet', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-8008-4285c85f3b15', '018cc251-f400-7000-8001-52969b20349a', '2026-11-13', '2026-11-13', -1290000, 'NOK', 'Boligutleie AS', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Husleie', NULL, NULL, NULL, 'PMNT-ICDT-STDO', NULL, NULL, NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-8009-aeb15ecd25e2', '018cc251-f400-7000-8001-52969b20349a', '2026-11-16', '2026-11-16', -300000, 'NOK', 'Egen sparekonto', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Overføring til sparing', NULL, NULL, NULL, 'PMNT-ICDT-BOOK', NULL, NULL, NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Transaction" VALUES ('default', '018cc251-f400-7000-800a-8c0aaec8ecab', '018cc251-f400-7000-8001-52969b20349a', '2026-11-22', '2026-11-22', -11795, 'NOK', 'Reiseselskapet', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Kollektivreiser', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Transaction" VALUES ('~mwtt2zsr9260e82', '018cc251-f400-7000-8003-e9c356245f1b', '018cc251-f400-7000-8001-52969b20349a', '2026-10-14', '2026-10-14', -1290000, 'NOK', 'Boligutleie AS', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Husleie', NULL, NULL, NULL, 'PMNT-ICDT-STDO', NULL, NULL, NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Transaction" VALUES ('~mwtt2zsr9260e82', '018cc251-f400-7000-8008-4285c85f3b15', '018cc251-f400-7000-8001-52969b20349a', '2026-11-13', '2026-11-13', -1290000, 'NOK', 'Boligutleie AS', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Husleie', NULL, NULL, NULL, 'PMNT-ICDT-STDO', NULL, NULL, NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Transaction" VALUES ('~mwtt2zsr9260e82', '018cc251-f400-7000-8004-84845f900372', '018cc251-f400-7000-8001-52969b20349a', '2026-10-17', '2026-10-17', -300000, 'NOK', 'Egen sparekonto', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Overføring til sparing', NULL, NULL, NULL, 'PMNT-ICDT-BOOK', NULL, NULL, NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Transaction" VALUES ('~mwtt2zsr9260e82', '018cc251-f400-7000-8009-aeb15ecd25e2', '018cc251-f400-7000-8001-52969b20349a', '2026-11-16', '2026-11-16', -300000, 'NOK', 'Egen sparekonto', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Overføring til sparing', NULL, NULL, NULL, 'PMNT-ICDT-BOOK', NULL, NULL, NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Transaction" VALUES ('~mwtt2zsr9260e82', '018cc251-f400-7000-8002-1e39b11e81f0', '018cc251-f400-7000-8001-52969b20349a', '2026-10-09', '2026-10-09', -69845, 'NOK', 'Fisketorget', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Fisketorget', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Transaction" VALUES ('~mwtt2zsr9260e82', '018cc251-f400-7000-8006-cc1e80f40662', '018cc251-f400-7000-8001-52969b20349a', '2026-11-02', '2026-11-02', -63767, 'NOK', 'Bakeriet på Hjørnet', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Bakeriet på Hjørnet', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Transaction" VALUES ('~mwtt2zsr9260e82', '018cc251-f400-7000-8007-38a32633284a', '018cc251-f400-7000-8001-52969b20349a', '2026-11-08', '2026-11-08', -31281, 'NOK', 'Bakeriet på Hjørnet', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Bakeriet på Hjørnet', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Transaction" VALUES ('~mwtt2zsr9260e82', '018cc251-f400-7000-8001-d839cde1b663', '018cc251-f400-7000-8001-52969b20349a', '2026-10-03', '2026-10-03', -28180, 'NOK', 'Frukt og Grønt', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Frukt og Grønt', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Transaction" VALUES ('~mwtt2zsr9260e82', '018cc251-f400-7000-8005-d20965eaa51d', '018cc251-f400-7000-8001-52969b20349a', '2026-10-23', '2026-10-23', -14025, 'NOK', 'Reiseselskapet', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Bysykkel', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."Transaction" VALUES ('~mwtt2zsr9260e82', '018cc251-f400-7000-800a-8c0aaec8ecab', '018cc251-f400-7000-8001-52969b20349a', '2026-11-22', '2026-11-22', -11795, 'NOK', 'Reiseselskapet', NULL, NULL, NULL, NULL, NULL, NULL, 'Kari Nordmann', NULL, NULL, NULL, NULL, NULL, NULL, 'Kollektivreiser', NULL, NULL, NULL, 'PMNT-CCRD-POSD', NULL, NULL, NULL, '2026-11-23T21:56:30.863+00:00');
INSERT INTO public."World" VALUES ('~mwtt2zsr9260e82', NULL, '2026-11-23T21:56:52.541+00:00', 0, '2026-11-23T21:56:38.218+00:00', '2026-11-23T22:26:38.218+00:00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, true);
INSERT INTO public."World" VALUES ('default', 'default', '2026-11-23T21:56:30.848+00:00', 0, '2026-11-23T22:56:38.218+00:00', '2026-11-24T04:40:00.000+00:00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{"kind":"EMPTY"}', NULL, true);
INSERT INTO public._prisma_migrations VALUES ('c8915735-a52d-41db-b387-68a65930472a', 'f765c48dd928ebc6090c1f6cb4b7a3a69546f2e8b8e614a50892971cce8aac95', '2026-11-23 21:56:24.283398+00', '20261123043000_books', NULL, NULL, '2026-11-23 21:56:24.283398+00', 1);
INSERT INTO public._prisma_migrations VALUES ('8c6ccb59-f045-4f2c-b814-0fad99c86ae6', '25ed577d43983b5ba47a9f217fd850b2ebe6b436704d43e312226654340d044f', '2026-11-23 21:56:24.283398+00', '20261123073228_secrets', NULL, NULL, '2026-11-23 21:56:24.283398+00', 1);
INSERT INTO public._prisma_migrations VALUES ('36be58b4-7625-4ba4-aa08-df0a60c14574', '3df7d3918b574b785fc17251c15b735df192f03d8b8bbf9c95a216549717304e', '2026-11-23 21:56:24.283398+00', '20261123073557_list_orders', NULL, NULL, '2026-11-23 21:56:24.283398+00', 1);
INSERT INTO public._prisma_migrations VALUES ('ff58d690-7011-4d64-8ecf-2d0a81a93735', '80ae3b9889cc96343f1c5ada0649edec992167d938302e86f7ec1f5316a584ba', '2026-11-23 21:56:24.283398+00', '20261123204723_keys', NULL, NULL, '2026-11-23 21:56:24.283398+00', 1);
INSERT INTO public._prisma_migrations VALUES ('433b558c-5ec1-4202-88d2-5538679aa83d', '93522956855fd0e12c724f43583d0ca055d71d51002114924ffb00e3f58c85e2', '2026-11-23 21:56:24.283398+00', '20261123211552_basket_lists', NULL, NULL, '2026-11-23 21:56:24.283398+00', 1);
SELECT pg_catalog.setval('journal.loss_id_seq', 1, false);
ALTER TABLE ONLY journal.batch
    ADD CONSTRAINT batch_pkey PRIMARY KEY (id, day);
ALTER TABLE ONLY journal.batch_20780
    ADD CONSTRAINT batch_20780_pkey PRIMARY KEY (id, day);
ALTER TABLE ONLY journal.call
    ADD CONSTRAINT call_pkey PRIMARY KEY (place, day);
ALTER TABLE ONLY journal.call_20780
    ADD CONSTRAINT call_20780_pkey PRIMARY KEY (place, day);
ALTER TABLE ONLY journal.loss
    ADD CONSTRAINT loss_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public."AccessCount"
    ADD CONSTRAINT "AccessCount_pkey" PRIMARY KEY ("worldId", "tppId", "customerId", "accountId", operation, day);
ALTER TABLE ONLY public."Account"
    ADD CONSTRAINT "Account_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."Agreement"
    ADD CONSTRAINT "Agreement_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."Authorisation"
    ADD CONSTRAINT "Authorisation_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."Booking"
    ADD CONSTRAINT "Booking_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."CardAccount"
    ADD CONSTRAINT "CardAccount_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."CardTransaction"
    ADD CONSTRAINT "CardTransaction_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."ConsentAccount"
    ADD CONSTRAINT "ConsentAccount_pkey" PRIMARY KEY ("worldId", "consentId", "accountId");
ALTER TABLE ONLY public."ConsentCardAccount"
    ADD CONSTRAINT "ConsentCardAccount_pkey" PRIMARY KEY ("worldId", "consentId", "cardAccountId");
ALTER TABLE ONLY public."Consent"
    ADD CONSTRAINT "Consent_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."ContactInformation"
    ADD CONSTRAINT "ContactInformation_pkey" PRIMARY KEY ("worldId", "tppId");
ALTER TABLE ONLY public."Customer"
    ADD CONSTRAINT "Customer_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."Engagement"
    ADD CONSTRAINT "Engagement_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."Execution"
    ADD CONSTRAINT "Execution_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."FixtureEntry"
    ADD CONSTRAINT "FixtureEntry_pkey" PRIMARY KEY ("worldId", kind, id);
ALTER TABLE ONLY public."FixturePart"
    ADD CONSTRAINT "FixturePart_pkey" PRIMARY KEY ("uploadId", place);
ALTER TABLE ONLY public."FixtureUpload"
    ADD CONSTRAINT "FixtureUpload_pkey" PRIMARY KEY (id);
ALTER TABLE ONLY public."Key"
    ADD CONSTRAINT "Key_pkey" PRIMARY KEY ("worldId", key);
ALTER TABLE ONLY public."MachineTime"
    ADD CONSTRAINT "MachineTime_pkey" PRIMARY KEY (id);
ALTER TABLE ONLY public."PaymentEntry"
    ADD CONSTRAINT "PaymentEntry_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."Payment"
    ADD CONSTRAINT "Payment_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."Request"
    ADD CONSTRAINT "Request_pkey" PRIMARY KEY ("worldId", "tppId", "requestId");
ALTER TABLE ONLY public."Scenario"
    ADD CONSTRAINT "Scenario_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."Secret"
    ADD CONSTRAINT "Secret_pkey" PRIMARY KEY (name);
ALTER TABLE ONLY public."SigningBasket"
    ADD CONSTRAINT "SigningBasket_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."Snapshot"
    ADD CONSTRAINT "Snapshot_pkey" PRIMARY KEY ("worldName", name);
ALTER TABLE ONLY public."StatementMark"
    ADD CONSTRAINT "StatementMark_pkey" PRIMARY KEY ("worldId", "holderId", "bookingDate", id);
ALTER TABLE ONLY public."Tpp"
    ADD CONSTRAINT "Tpp_pkey" PRIMARY KEY (id);
ALTER TABLE ONLY public."Transaction"
    ADD CONSTRAINT "Transaction_pkey" PRIMARY KEY ("worldId", id);
ALTER TABLE ONLY public."World"
    ADD CONSTRAINT "World_pkey" PRIMARY KEY (id);
ALTER TABLE ONLY public._prisma_migrations
    ADD CONSTRAINT _prisma_migrations_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX call_world_id_day_idx ON ONLY journal.call USING btree (world, id, day);
CREATE UNIQUE INDEX call_20780_world_id_day_idx ON journal.call_20780 USING btree (world, id, day);
CREATE INDEX call_world_place_idx ON ONLY journal.call USING btree (world, place);
CREATE INDEX call_20780_world_place_idx ON journal.call_20780 USING btree (world, place);
CREATE UNIQUE INDEX "Account_worldId_bban_key" ON public."Account" USING btree ("worldId", bban);
CREATE UNIQUE INDEX "Account_worldId_iban_key" ON public."Account" USING btree ("worldId", iban);
CREATE INDEX "Account_worldId_ownerId_id_idx" ON public."Account" USING btree ("worldId", "ownerId", id);
CREATE INDEX "Agreement_worldId_ownerId_id_idx" ON public."Agreement" USING btree ("worldId", "ownerId", id);
CREATE UNIQUE INDEX "Agreement_worldId_ownerId_name_key" ON public."Agreement" USING btree ("worldId", "ownerId", name);
CREATE INDEX "Authorisation_worldId_customerId_id_idx" ON public."Authorisation" USING btree ("worldId", "customerId", id);
CREATE INDEX "Authorisation_worldId_resourceId_id_idx" ON public."Authorisation" USING btree ("worldId", "resourceId", id);
CREATE UNIQUE INDEX "Authorisation_worldId_sessionId_key" ON public."Authorisation" USING btree ("worldId", "sessionId");
CREATE INDEX "Authorisation_worldId_status_expiresAt_idx" ON public."Authorisation" USING btree ("worldId", status, "expiresAt");
CREATE INDEX "Authorisation_worldId_tppId_id_idx" ON public."Authorisation" USING btree ("worldId", "tppId", id);
CREATE INDEX "Booking_worldId_creditId_id_idx" ON public."Booking" USING btree ("worldId", "creditId", id);
CREATE INDEX "Booking_worldId_debitId_id_idx" ON public."Booking" USING btree ("worldId", "debitId", id);
CREATE INDEX "Booking_worldId_paymentId_id_idx" ON public."Booking" USING btree ("worldId", "paymentId", id) WHERE ("paymentId" IS NOT NULL);
CREATE UNIQUE INDEX "CardAccount_worldId_maskedPan_key" ON public."CardAccount" USING btree ("worldId", "maskedPan");
CREATE INDEX "CardAccount_worldId_ownerId_id_idx" ON public."CardAccount" USING btree ("worldId", "ownerId", id);
CREATE INDEX "CardTransaction_worldId_cardAccountId_bookingDate_id_origin_idx" ON public."CardTransaction" USING btree ("worldId", "cardAccountId", "bookingDate", id, "originalAmountMinor");
CREATE INDEX "CardTransaction_worldId_cardAccountId_originalAmountMinor_i_idx" ON public."CardTransaction" USING btree ("worldId", "cardAccountId", "originalAmountMinor", id);
CREATE INDEX "ConsentAccount_worldId_accountId_idx" ON public."ConsentAccount" USING btree ("worldId", "accountId");
CREATE INDEX "ConsentCardAccount_worldId_cardAccountId_idx" ON public."ConsentCardAccount" USING btree ("worldId", "cardAccountId");
CREATE INDEX "Consent_worldId_agreementId_id_idx" ON public."Consent" USING btree ("worldId", "agreementId", id);
CREATE INDEX "Consent_worldId_customerId_id_idx" ON public."Consent" USING btree ("worldId", "customerId", id);
CREATE INDEX "Consent_worldId_revokesAt_idx" ON public."Consent" USING btree ("worldId", "revokesAt");
CREATE INDEX "Consent_worldId_tppId_customerId_grantedAt_id_idx" ON public."Consent" USING btree ("worldId", "tppId", "customerId", "grantedAt", id);
CREATE UNIQUE INDEX "Customer_worldId_customerNumber_key" ON public."Customer" USING btree ("worldId", "customerNumber");
CREATE UNIQUE INDEX "Customer_worldId_psuId_key" ON public."Customer" USING btree ("worldId", "psuId");
CREATE INDEX "Engagement_worldId_accountId_id_idx" ON public."Engagement" USING btree ("worldId", "accountId", id);
CREATE INDEX "Engagement_worldId_agreementId_id_idx" ON public."Engagement" USING btree ("worldId", "agreementId", id);
CREATE INDEX "Engagement_worldId_customerId_id_idx" ON public."Engagement" USING btree ("worldId", "customerId", id);
CREATE UNIQUE INDEX "Execution_worldId_paymentId_date_key" ON public."Execution" USING btree ("worldId", "paymentId", date);
CREATE INDEX "Execution_worldId_paymentId_id_idx" ON public."Execution" USING btree ("worldId", "paymentId", id);
CREATE INDEX "FixtureUpload_caller_idx" ON public."FixtureUpload" USING btree (caller);
CREATE INDEX "FixtureUpload_expiresAt_idx" ON public."FixtureUpload" USING btree ("expiresAt");
CREATE UNIQUE INDEX "Key_worldId_kind_id_key" ON public."Key" USING btree ("worldId", kind, id);
CREATE INDEX "PaymentEntry_worldId_paymentId_position_idx" ON public."PaymentEntry" USING btree ("worldId", "paymentId", "position");
CREATE INDEX "Payment_worldId_agreementId_id_idx" ON public."Payment" USING btree ("worldId", "agreementId", id);
CREATE INDEX "Payment_worldId_basketId_idx" ON public."Payment" USING btree ("worldId", "basketId");
CREATE INDEX "Payment_worldId_customerId_id_idx" ON public."Payment" USING btree ("worldId", "customerId", id);
CREATE INDEX "Payment_worldId_debtorAccountId_id_idx" ON public."Payment" USING btree ("worldId", "debtorAccountId", id);
CREATE INDEX "Payment_worldId_debtorAccountId_status_idx" ON public."Payment" USING btree ("worldId", "debtorAccountId", status);
CREATE INDEX "Payment_worldId_dueAt_id_idx" ON public."Payment" USING btree ("worldId", "dueAt", id);
CREATE INDEX "Payment_worldId_status_id_idx" ON public."Payment" USING btree ("worldId", status, id);
CREATE INDEX "Payment_worldId_totalMinor_id_idx" ON public."Payment" USING btree ("worldId", "totalMinor", id);
CREATE INDEX "Payment_worldId_tppId_duplicateKey_idx" ON public."Payment" USING btree ("worldId", "tppId", "duplicateKey");
CREATE INDEX "Request_worldId_createdAt_idx" ON public."Request" USING btree ("worldId", "createdAt");
CREATE INDEX "SigningBasket_worldId_agreementId_id_idx" ON public."SigningBasket" USING btree ("worldId", "agreementId", id);
CREATE INDEX "SigningBasket_worldId_customerId_id_idx" ON public."SigningBasket" USING btree ("worldId", "customerId", id);
CREATE UNIQUE INDEX "Snapshot_contentId_key" ON public."Snapshot" USING btree ("contentId");
CREATE INDEX "Transaction_worldId_accountId_amountMinor_id_idx" ON public."Transaction" USING btree ("worldId", "accountId", "amountMinor", id);
CREATE INDEX "Transaction_worldId_accountId_bookingDate_id_amountMinor_idx" ON public."Transaction" USING btree ("worldId", "accountId", "bookingDate", id, "amountMinor");
CREATE INDEX "Transaction_worldId_paymentId_id_idx" ON public."Transaction" USING btree ("worldId", "paymentId", id) WHERE ("paymentId" IS NOT NULL);
CREATE INDEX "World_discardedAt_idx" ON public."World" USING btree ("discardedAt");
CREATE INDEX "World_expiresAt_idx" ON public."World" USING btree ("expiresAt");
CREATE INDEX "World_imageId_idx" ON public."World" USING btree ("imageId");
CREATE UNIQUE INDEX "World_name_key" ON public."World" USING btree (name);
CREATE INDEX "World_wakesAt_idx" ON public."World" USING btree ("wakesAt");
ALTER INDEX journal.batch_pkey ATTACH PARTITION journal.batch_20780_pkey;
ALTER INDEX journal.call_pkey ATTACH PARTITION journal.call_20780_pkey;
ALTER INDEX journal.call_world_id_day_idx ATTACH PARTITION journal.call_20780_world_id_day_idx;
ALTER INDEX journal.call_world_place_idx ATTACH PARTITION journal.call_20780_world_place_idx;
CREATE TRIGGER "Account_delete_key" AFTER DELETE ON public."Account" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "Agreement_delete_key" AFTER DELETE ON public."Agreement" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "Authorisation_delete_key" AFTER DELETE ON public."Authorisation" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "CardAccount_delete_key" AFTER DELETE ON public."CardAccount" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "CardTransaction_delete_key" AFTER DELETE ON public."CardTransaction" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "CardTransaction_delete_mark" AFTER DELETE ON public."CardTransaction" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public."CardTransaction_count"('-1');
CREATE TRIGGER "CardTransaction_insert_mark" AFTER INSERT ON public."CardTransaction" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public."CardTransaction_count"('1');
CREATE TRIGGER "Consent_delete_key" AFTER DELETE ON public."Consent" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "Customer_delete_key" AFTER DELETE ON public."Customer" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "Engagement_delete_key" AFTER DELETE ON public."Engagement" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "Payment_delete_key" AFTER DELETE ON public."Payment" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "Scenario_delete_key" AFTER DELETE ON public."Scenario" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "SigningBasket_delete_key" AFTER DELETE ON public."SigningBasket" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "Transaction_delete_key" AFTER DELETE ON public."Transaction" REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public."Key_free"();
CREATE TRIGGER "Transaction_delete_mark" AFTER DELETE ON public."Transaction" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public."Transaction_count"('-1');
CREATE TRIGGER "Transaction_insert_mark" AFTER INSERT ON public."Transaction" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public."Transaction_count"('1');
ALTER TABLE ONLY public."Account"
    ADD CONSTRAINT "Account_worldId_ownerId_fkey" FOREIGN KEY ("worldId", "ownerId") REFERENCES public."Customer"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."Agreement"
    ADD CONSTRAINT "Agreement_worldId_ownerId_fkey" FOREIGN KEY ("worldId", "ownerId") REFERENCES public."Customer"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."CardAccount"
    ADD CONSTRAINT "CardAccount_worldId_ownerId_fkey" FOREIGN KEY ("worldId", "ownerId") REFERENCES public."Customer"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."CardTransaction"
    ADD CONSTRAINT "CardTransaction_worldId_cardAccountId_fkey" FOREIGN KEY ("worldId", "cardAccountId") REFERENCES public."CardAccount"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."ConsentAccount"
    ADD CONSTRAINT "ConsentAccount_worldId_accountId_fkey" FOREIGN KEY ("worldId", "accountId") REFERENCES public."Account"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."ConsentAccount"
    ADD CONSTRAINT "ConsentAccount_worldId_consentId_fkey" FOREIGN KEY ("worldId", "consentId") REFERENCES public."Consent"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."ConsentCardAccount"
    ADD CONSTRAINT "ConsentCardAccount_worldId_cardAccountId_fkey" FOREIGN KEY ("worldId", "cardAccountId") REFERENCES public."CardAccount"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."ConsentCardAccount"
    ADD CONSTRAINT "ConsentCardAccount_worldId_consentId_fkey" FOREIGN KEY ("worldId", "consentId") REFERENCES public."Consent"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."Consent"
    ADD CONSTRAINT "Consent_worldId_customerId_fkey" FOREIGN KEY ("worldId", "customerId") REFERENCES public."Customer"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."Engagement"
    ADD CONSTRAINT "Engagement_worldId_accountId_fkey" FOREIGN KEY ("worldId", "accountId") REFERENCES public."Account"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."Engagement"
    ADD CONSTRAINT "Engagement_worldId_agreementId_fkey" FOREIGN KEY ("worldId", "agreementId") REFERENCES public."Agreement"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."Engagement"
    ADD CONSTRAINT "Engagement_worldId_customerId_fkey" FOREIGN KEY ("worldId", "customerId") REFERENCES public."Customer"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."Execution"
    ADD CONSTRAINT "Execution_worldId_paymentId_fkey" FOREIGN KEY ("worldId", "paymentId") REFERENCES public."Payment"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."FixturePart"
    ADD CONSTRAINT "FixturePart_uploadId_fkey" FOREIGN KEY ("uploadId") REFERENCES public."FixtureUpload"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."PaymentEntry"
    ADD CONSTRAINT "PaymentEntry_worldId_paymentId_fkey" FOREIGN KEY ("worldId", "paymentId") REFERENCES public."Payment"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ONLY public."Payment"
    ADD CONSTRAINT "Payment_worldId_basketId_fkey" FOREIGN KEY ("worldId", "basketId") REFERENCES public."SigningBasket"("worldId", id);
ALTER TABLE ONLY public."Transaction"
    ADD CONSTRAINT "Transaction_worldId_accountId_fkey" FOREIGN KEY ("worldId", "accountId") REFERENCES public."Account"("worldId", id) ON UPDATE CASCADE ON DELETE CASCADE;
