// As much of org.jetbrains.kotlinx:kotlinx-datetime as the generated models need.
package kotlinx.datetime

typealias LocalDate = java.time.LocalDate
typealias LocalDateTime = java.time.LocalDateTime
